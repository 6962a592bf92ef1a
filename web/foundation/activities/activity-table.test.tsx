// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { ActivityEntry } from '#contract/foundation/activities/calls.ts'
import { render } from '#test/render.tsx'
import { ActivityTable } from './activity-table.tsx'

test.each([
  ['given', ['', 'Piston 2026'], 'Copied from: Piston 2026'],
  ['changed', ['8', '0'], 'Copied from: 8 → 0'],
  ['removed', ['Pat', ''], 'Copied from: Pat → none'],
])('the history says which value was %s', async (_, [from = '', to = ''], words) => {
  const entry: ActivityEntry = {
    activityId: 1,
    activity: 'event-added',
    actedAt: new Date(),
    actedBy: null,
    person: null,
    registrationId: null,
    event: null,
    changes: [{ what: 'Copied from', from, to }],
    item: '',
    reason: '',
    isRestorable: false,
  }
  const { container } = await render(<ActivityTable entries={[entry]} isOfOne isStale={false} />)
  expect(container.querySelector('li')?.textContent).toBe(words)
})
