// @vitest-environment happy-dom
import { describe, expect, onTestFinished, test } from 'vitest'
import { refusals } from '#contract/core/refusals.ts'
import { inviteAdministrator } from '#contract/people/administrators/calls.ts'
import { roles } from '#contract/people/administrators/roles.ts'
import { doing, renderHook } from '#test/render.tsx'
import { useSession } from '#web/core/session/session.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import { inform } from '#web/core/ui/dialogs.tsx'
import { useAct, useIsCovered } from './act.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'

/** Work that runs until the test ends it. */
function work() {
  const runs: { given: string; end: (answer: string) => void; fail: (error: unknown) => void }[] = []
  const run = (given: string) =>
    new Promise<string>((end, fail) => {
      runs.push({ given, end, fail })
    })
  return { runs, run }
}

describe('an act', () => {
  test('runs once at a double click, and returns its input', async () => {
    const { runs, run } = work()
    const done: string[] = []
    const hook = await renderHook(() => useAct(run, { done: (answer) => done.push(answer) }), undefined)
    await doing(() => {
      void hook.now().act('first')
      void hook.now().act('second')
    })
    expect(hook.now()).toMatchObject({ isRunning: true, given: 'first' })
    await doing(() => runs[0]?.end('answer'))
    expect(runs.map(({ given }) => given)).toEqual(['first'])
    expect(done).toEqual(['answer'])
    expect(hook.now()).toMatchObject({ isRunning: false, isBusy: false, given: undefined })
  })

  test('runs by its button, which shows that it runs', async () => {
    const { runs, run } = work()
    const hook = await renderHook(() => useAct(run), undefined)
    await doing(() => hook.now().button('given').onClick())
    expect(runs.map(({ given }) => given)).toEqual(['given'])
    expect(hook.now().button('given').loading).toBe(true)
    await doing(() => runs[0]?.end('answer'))
    expect(hook.now().button('given').loading).toBe(false)
  })

  test('that is not confirmed does nothing', async () => {
    const { runs, run } = work()
    const hook = await renderHook(() => useAct(run, { confirm: { title: 'Sure?' } }), undefined)
    await doing(() => {
      const acting = hook.now().act('given')
      // Another question is a no to the one before it.
      void inform({ title: 'Something else' })
      return acting
    })
    expect(runs).toEqual([])
  })

  test('that is refused says why, until it is tried again', async () => {
    const { runs, run } = work()
    const hook = await renderHook(() => useAct(run, { failed: 'Not done' }), undefined)
    await doing(() => void hook.now().act('given'))
    await doing(() => runs[0]?.fail(new ApiError(409, { code: 'SLOT_CLOSED', message: 'It is closed.' })))
    expect(hook.now()).toMatchObject({ isRunning: false, problem: 'It is closed.' })
    await doing(() => void hook.now().act('given'))
    expect(hook.now().problem).toBeUndefined()
    await doing(() => runs[1]?.fail(new ApiError(503, { code: 'NOT_READY', message: 'Busy' })))
    expect(hook.now().problem).toBe('Not done')
  })

  test.each([
    ['an endpoint', inviteAdministrator],
    ['a function', (given: typeof invitation) => call(inviteAdministrator, given)],
  ])("by %s is refused before it is sent if the caller's role does not allow it", async (_, work) => {
    const viewer = { isAdmin: true, permissions: [...roles.viewer.permissions], token: 'token' }
    useSession.setState({ userData: viewer as unknown as SessionUser })
    onTestFinished(() => useSession.setState({ userData: null }))
    const hook = await renderHook(() => useAct(work as typeof inviteAdministrator, { failed: 'Not done' }), 0)
    await doing(() => hook.now().act(invitation))
    expect(hook.now()).toMatchObject({ isRunning: false, problem: refusals.NOT_PERMITTED.message })
  })
})

const invitation = { body: { email: 'pat@example.com', role: 'viewer' as const } }

describe('acts of one lane', () => {
  test('run one at a time: the others are busy, and do nothing', async () => {
    const { runs, run } = work()
    const { run: otherRun, runs: otherRuns } = work()
    const hook = await renderHook(
      () => ({ one: useAct(run, { lane: 'a row' }), other: useAct(otherRun, { lane: 'a row' }) }),
      undefined,
    )
    await doing(() => void hook.now().one.act('one'))
    expect(hook.now().one).toMatchObject({ isRunning: true, isBusy: true })
    expect(hook.now().other).toMatchObject({ isRunning: false, isBusy: true })
    await doing(() => hook.now().other.act('other'))
    expect(otherRuns).toEqual([])
    await doing(() => runs[0]?.end(''))
    await doing(() => void hook.now().other.act('other'))
    expect(otherRuns).toHaveLength(1)
    await doing(() => otherRuns[0]?.end(''))
  })

  test('continue, and show as running when their component is mounted again', async () => {
    const { runs, run } = work()
    const use = () => useAct(run, { lane: 'a row that scrolls away' })
    const first = await renderHook(use, undefined)
    await doing(() => void first.now().act('given'))
    await first.close()
    const second = await renderHook(use, undefined)
    expect(second.now()).toMatchObject({ isRunning: true, given: 'given' })
    await doing(() => runs[0]?.end(''))
    expect(second.now().isRunning).toBe(false)
  })

  test('of different lanes run side by side', async () => {
    const { runs, run } = work()
    const use = () => ({ one: useAct(run, { lane: 'one' }), other: useAct(run, { lane: 'other' }) })
    const hook = await renderHook(use, undefined)
    await doing(() => void hook.now().one.act('one'))
    await doing(() => void hook.now().other.act('other'))
    expect(runs.map(({ given }) => given)).toEqual(['one', 'other'])
    await doing(() => runs.map(({ end }) => end('')))
  })
})

test('the screen is covered while an act with an overlay runs', async () => {
  const { runs, run } = work()
  const use = () => ({ act: useAct(run, { overlay: true }), isCovered: useIsCovered() })
  const hook = await renderHook(use, undefined)
  expect(hook.now().isCovered).toBe(false)
  await doing(() => void hook.now().act.act('given'))
  expect(hook.now().isCovered).toBe(true)
  await doing(() => runs[0]?.end(''))
  expect(hook.now().isCovered).toBe(false)
})
