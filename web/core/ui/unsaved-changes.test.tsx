// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { doing, render } from '#test/render.tsx'
import { useSession } from '#web/core/session/session.ts'
import { Dialogs } from './dialogs.tsx'
import { PanelChanges, useUnsavedChanges } from './unsaved-changes.ts'

beforeEach(() => useSession.setState({ userData: { userId: 'somebody' } as never }))
afterEach(() => sessionStorage.clear())

describe('a page with unsaved changes', () => {
  test('is left only after a confirmation', async () => {
    const page = await givenPage(<Form hasChanges />)
    await page.leave()
    expect(await page.question()).toContain('Leave without saving?')
    await page.answer('Keep editing')
    expect(page.path()).toBe('/form')
    await page.leave()
    await page.answer('Leave without saving')
    expect(page.path()).toBe('/elsewhere')
  })

  test.each([
    ['nothing is unsaved', <Form key="form" hasChanges={false} />],
    ['the changes are in a panel, which covers the links', <InPanel key="panel" />],
  ])('is left without a question if %s', async (_, node) => {
    const page = await givenPage(node)
    await page.leave()
    expect(page.path()).toBe('/elsewhere')
  })

  test('is left without a question after the session has ended', async () => {
    const page = await givenPage(<Form hasChanges />)
    useSession.setState({ userData: null })
    await page.leave()
    expect(page.path()).toBe('/elsewhere')
  })

  test('asks once for all its forms, until the last one is saved', async () => {
    const page = await givenPage([<Form key="one" hasChanges />, <Form key="other" hasChanges />])
    await page.show([<Form key="one" hasChanges={false} />, <Form key="other" hasChanges />])
    await page.leave()
    await page.answer('Keep editing')
    expect(page.path()).toBe('/form')
    await page.show([<Form key="one" hasChanges={false} />, <Form key="other" hasChanges={false} />])
    await page.leave()
    expect(page.path()).toBe('/elsewhere')
  })
})

test('a panel knows whether it contains unsaved changes', async () => {
  const panel = createRef<boolean>() as RefObject<boolean>
  const within = (hasChanges: boolean) => (
    <PanelChanges value={panel}>
      <Form hasChanges={hasChanges} />
    </PanelChanges>
  )
  const page = await givenPage(within(true))
  expect(panel.current).toBe(true)
  await page.show(within(false))
  expect(panel.current).toBe(false)
})

test('the values of a form with a name stay in the tab until the form closes', async () => {
  const page = await givenPage(<Form hasChanges name="a form" typed={{ venue: 'Hangar 7' }} />)
  expect(sessionStorage.getItem('unsaved a form of somebody')).toBe('{"venue":"Hangar 7"}')
  await page.show(null)
  expect(sessionStorage).toHaveLength(0)
})

function Form({ hasChanges, ...kept }: { hasChanges: boolean; name?: string; typed?: unknown }) {
  useUnsavedChanges(hasChanges, kept)
  return null
}

function InPanel() {
  return (
    <PanelChanges value={{ current: false }}>
      <Form hasChanges />
    </PanelChanges>
  )
}

async function givenPage(node: ReactNode) {
  const history = createMemoryHistory({ initialEntries: ['/form'] })
  const router = createRouter({ routeTree: createRootRoute(), history })
  const within = (children: ReactNode) => (
    <MantineProvider env="test">
      <RouterContextProvider router={router as never}>
        {children}
        <Dialogs />
      </RouterContextProvider>
    </MantineProvider>
  )
  const page = await render(within(node))
  return {
    show: (next: ReactNode) => page.show(within(next)),
    path: () => history.location.pathname,
    leave: () => doing(() => history.push('/elsewhere')),
    // The dialog's code is fetched when it first opens.
    question: () =>
      doing(() =>
        vi.waitUntil(() => document.querySelector('[role="dialog"]')?.textContent, { timeout: 20_000 }),
      ),
    answer: (label: string) =>
      doing(async () => {
        const button = () =>
          [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)
        ;(await vi.waitUntil(button)).click()
      }),
  }
}
