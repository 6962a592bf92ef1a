// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { doing, render, renderHook } from '#test/render.tsx'
import { useAct } from '#web/core/api/act.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { Dialogs } from '#web/core/ui/dialogs.tsx'
import { orOverbook } from '#web/core/ui/overbook.ts'

const full = new ApiError(409, { code: 'SLOT_FULL', message: 'This time slot is full.' })

test.each([
  ['Cancel', [false], []],
  ['Add anyway', [false, true], ['added']],
])('a full slot is asked about; after %s no problem is shown', async (answer, sent, done) => {
  const [calls, answers, declined] = [[] as boolean[], [] as string[], vi.fn()]
  const send = async (overbooks: boolean) => {
    calls.push(overbooks)
    if (!overbooks) throw full
    return 'added'
  }
  const add = () => orOverbook(send, 'Add anyway', declined)
  const hook = await renderHook(
    () => useAct(add, { failed: 'Not added', done: (said) => answers.push(said) }),
    undefined,
  )
  await render(
    <MantineProvider>
      <RouterContextProvider router={createRouter({ routeTree: createRootRoute() }) as never}>
        <Dialogs />
      </RouterContextProvider>
    </MantineProvider>,
  )
  await doing(() => void hook.now().act())
  const button = await vi.waitFor(() => {
    const buttons = [...document.querySelectorAll('button')]
    const found = buttons.find(({ textContent }) => textContent === answer)
    if (!found) throw new Error(`no button ${answer}`)
    return found
  }, 10_000)
  await doing(() => button.click())
  expect([calls, answers]).toEqual([sent, done])
  expect(hook.now()).toMatchObject({ isRunning: false, problem: undefined })
  expect(declined).toHaveBeenCalledTimes(answer === 'Cancel' ? 1 : 0)
})
