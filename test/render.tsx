import type { ReactNode } from 'react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Renders into the page of a test with a DOM, and waits until its effects have run. Removed when the test ends. */
export async function render(node: ReactNode) {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  let isOpen = true
  const show = (next: ReactNode) => act(async () => root.render(next))
  const close = () =>
    act(async () => {
      if (isOpen) root.unmount()
      isOpen = false
      container.remove()
    })
  onTestFinished(close)
  await show(node)
  return { container, show, close }
}

/** Renders a hook; `now` gives what it returned last. */
export async function renderHook<Given, Result>(
  hook: (given: Given) => Result,
  given: Given,
  within: (children: ReactNode) => ReactNode = (children) => children,
) {
  let result: Result | undefined
  function Hook({ given }: { given: Given }) {
    result = hook(given)
    return null
  }
  const page = await render(within(<Hook given={given} />))
  return {
    now: () => result as Result,
    give: (next: Given) => page.show(within(<Hook given={next} />)),
    close: page.close,
  }
}

/** Does something that changes what is rendered, and waits until that is done. */
export async function doing<Result>(what: () => Result | Promise<Result>): Promise<Result> {
  let result: Result | undefined
  await act(async () => {
    result = await what()
  })
  return result as Result
}
