import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { beforeAll, expect, test } from 'vitest'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { addEvent, changeEvent } from '#contract/events/events/edits.ts'
import { inPersonFocusId } from '#contract/events/events/facts.ts'
import { addSlot } from '#contract/events/slots/calls.ts'
import { getRehearsals, rehearsalDomain, rehearseEvent } from '#contract/office/rehearsals/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, historyOf } from '#test/given.ts'
import { tablesHolding } from '#test/queue.ts'

let app: TestApp
let administrator: Person
beforeAll(async () => {
  app = await startApp()
  administrator = await givenAdministrator(app)
  return () => app.close()
})

test('an unpublished event in the past is rehearsed as expected, one at a time, and nothing of it stays', async () => {
  const event = await givenUnpublished('Autumn day', 2)
  await givenSlot(event, 2, ['13:00', '15:00'])
  const before = await leftFolders()
  expect(await rehearse(event)).toBe(undefined)
  expect(await rehearse(event)).toBe('REHEARSAL_RUNS')
  await until(async () => /done|failed/.test((await shown(event)).rehearsals[0]?.state ?? ''))
  const { rehearsals, unfit } = await shown(event)
  expect(unfit).toBe('')
  expect(rehearsals).toMatchObject([
    {
      state: 'done',
      problem: '',
      people: 20,
      askedBy: 'Portal Administrator',
      result: { isAsExpected: true },
    },
  ])
  const { result } = rehearsals[0] as (typeof rehearsals)[0]
  const hours = new Map(result?.habits.map(({ habit, credited }) => [habit, credited]))
  expect(hours.get('There all the time')).toMatchObject([{ hours: 2 }])
  expect(hours.get('Late on day 1')).toMatchObject([{ hours: 1 }])
  expect(hours.get('Absent')).toMatchObject([{ hours: 0 }])
  expect(hours.get('Made up an hour in another slot')).toMatchObject([{ hours: 2 }])
  expect(result?.mails).toContainEqual({
    kind: 'Admission to another slot',
    expected: 1,
    sent: 1,
    isAsExpected: true,
  })
  expect(result?.minutesToCertificate).toBeLessThan(10)
  expect(result?.pack).toMatchObject({
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    verdict: expect.stringMatching(/^Equal/),
  })
  expect(await tablesHolding(app, [rehearsalDomain])).toEqual([])
  expect(await leftFolders()).toEqual(before)
  const query = { eventId: event.eventId, activity: 'event-rehearsed' } as const
  expect(await historyOf(app, administrator, query)).toMatchObject([{ event: { eventName: 'Autumn day' } }])
}, 180_000)

test('an event is not rehearsed if it is published, has no slots, or is in person only', async () => {
  const published = await givenUnpublished('Published', 2)
  const body = { eventId: published.eventId, eventName: 'Published', isEnabled: true }
  await app.call(changeEvent, { body }, administrator.token)
  const { data: empty } = await app.call(
    addEvent,
    { body: { eventName: 'Empty', isEnabled: false } },
    administrator.token,
  )
  const inPerson = await givenUnpublished('In person', inPersonFocusId)
  for (const [event, words] of [
    [published, /is published/],
    [empty, /no time slots/],
    [inPerson, /in person/],
  ] as const) {
    expect(await rehearse(event)).toBe('REHEARSAL_UNFIT')
    expect((await shown(event)).unfit).toMatch(words)
  }
  expect(await rehearse({ eventId: 999_999 })).toBe('EVENT_NOT_FOUND')
})

/** Adds an unpublished event with a slot of two hours, two months ago. */
async function givenUnpublished(eventName: string, focusId: number) {
  const { data: event } = await app.call(
    addEvent,
    { body: { eventName, isEnabled: false } },
    administrator.token,
  )
  await givenSlot(event, focusId, ['09:00', '11:00'])
  return event
}

async function givenSlot(
  { eventId }: { eventId: number },
  focusId: number,
  [startTime, endTime]: [PlainTime, PlainTime],
) {
  const on = addDays(easternDay(new Date()), -60)
  const body = { eventId, startOn: on, endOn: on, startTime, endTime, focusId }
  await app.call(addSlot, { body }, administrator.token)
}

async function rehearse({ eventId }: { eventId: number }) {
  return (await app.call(rehearseEvent, { body: { eventId, people: 20 } }, administrator.token)).failure?.code
}

async function shown({ eventId }: { eventId: number }) {
  return (await app.call(getRehearsals, { query: { eventId } }, administrator.token)).data
}

async function leftFolders() {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('portal-rehearsal-'))
}
