import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { completeRegistration, newEmail, signUp } from './people.ts'

/**
 * Takes away what Safari 16, Chrome 109, or Firefox 115 lack. Popovers stay: a browser that knows the attribute cannot forget it.
 * Regular expressions in code are checked by tools/emitted-code.ts.
 */
function makeOld(): void {
  const remove = (target: object, ...names: string[]) => {
    for (const name of names) Reflect.deleteProperty(target, name)
  }
  remove(Array, 'fromAsync')
  remove(Array.prototype, 'toReversed', 'toSorted', 'toSpliced', 'with')
  remove(Object.getPrototypeOf(Uint8Array.prototype), 'toReversed', 'toSorted', 'with')
  remove(String.prototype, 'isWellFormed', 'toWellFormed')
  remove(Map, 'groupBy')
  remove(Object, 'groupBy')
  remove(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference')
  remove(Set.prototype, 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom')
  remove(Promise, 'try', 'withResolvers')
  remove(URL, 'parse', 'canParse')
  remove(AbortSignal, 'any')
  remove(globalThis, 'Iterator', 'requestIdleCallback', 'scheduler')
  remove(Document.prototype, 'startViewTransition')
  const own = RegExp
  globalThis.RegExp = new Proxy(own, {
    construct: (target, [pattern, flags = '']: [string | RegExp, string?], newTarget) => {
      const text = typeof pattern === 'string' ? pattern : pattern.source
      if (flags.includes('v') || /\(\?<[=!]/.test(text)) throw new SyntaxError('Invalid regular expression')
      return Reflect.construct(target, [pattern, flags], newTarget)
    },
  })
}

function problemsOf(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  return problems
}

test('a person signs up, registers, and uses the menus in the oldest browsers', async ({ page, portal }) => {
  const problems = problemsOf(page)
  await page.addInitScript(makeOld)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/events')
  await expect(page.getByRole('article').first()).toContainText('Select a slot to register')
  await signUp(page, portal, newEmail())
  const card = page.getByRole('article', { name: /Turbine/ })
  await card
    .getByRole('button', { name: /Eastern/ })
    .first()
    .click()
  await completeRegistration(page)

  const menu = page.getByRole('navigation', { name: 'Pages' })
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await menu.getByRole('link', { name: 'Registered Events' }).click()
  await expect(page.getByRole('heading', { name: 'Registered Events' })).toBeVisible()
  await expect(menu).toBeHidden()
  await expect(page.locator('#too-old')).toHaveCount(0)
  expect(problems).toEqual([])
})

test('a browser that cannot read the code of a page says so, and does not reload', async ({ page }) => {
  let starts = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) starts += 1
  })
  await page.route(/\/profile-rules\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export const broken = /[a--b]/q' }),
  )
  await page.goto('/register')
  await page.getByLabel('Email').fill('pat@example.com')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('This browser is too old for this page.')).toBeVisible()
  expect(starts).toBe(1)
})

test('a browser older than those reads so above every page', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'findLast'))
  await page.goto('/login')
  await expect(page.getByRole('alert')).toContainText('This browser is too old for the portal')
})
