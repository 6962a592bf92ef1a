// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { getSlotProgress } from '#contract/office/dashboard/slot-progress.ts'
import { roles } from '#contract/people/administrators/roles.ts'
import { doing, renderHook } from '#test/render.tsx'
import { useSession } from '#web/core/session/session.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import { DataProvider, useData } from './data.tsx'
import { useReload } from './reload.ts'

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
  useSession.setState({ userData: null })
})

test('a read that a change does not name is read again once it is shown again', async () => {
  const viewer = { isAdmin: true, permissions: [...roles.viewer.permissions], token: 'token' }
  useSession.setState({ userData: viewer as unknown as SessionUser })
  const asked: string[] = []
  globalThis.fetch = async (address) => {
    asked.push(new URL(String(address), 'http://localhost').pathname)
    return Response.json({ error: false, data: { years: [], slots: [] } })
  }
  const within = (children: ReactNode) => <DataProvider>{children}</DataProvider>
  const hook = await renderHook(
    (isShown: boolean) => {
      useData(getEventsWithSlots, { query: {} })
      useData(getSlotProgress, { query: {} }, { isEnabled: isShown })
      return useReload()
    },
    true as boolean,
    within,
  )
  await expect.poll(() => asked).toHaveLength(2)
  await hook.give(false)
  await hook.give(true)
  expect(asked).toHaveLength(2)
  await hook.give(false)
  await doing(() => hook.now()(getEventsWithSlots))
  await hook.give(true)
  const ofSlots = `/api${getSlotProgress.path}`
  await expect.poll(() => asked.filter((path) => path === ofSlots)).toHaveLength(2)
})
