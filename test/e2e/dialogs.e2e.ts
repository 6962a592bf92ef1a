import { paths } from '#contract/core/paths.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { piston } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { newEmail, registerFor, signInAsAdministrator, signUp } from './people.ts'

test('one Escape closes one dialog, and the focus returns to the button that opened it', async ({
  page,
  portal,
}) => {
  await signUp(page, portal, newEmail())
  const card = page.getByRole('article', { name: /Turbine/ })
  const details = card.getByRole('button', { name: 'Details' })
  await details.press('Enter')
  const event = page.getByRole('dialog', { name: 'Virtual IA Renewal series' })
  await expect(event).toHaveCSS('width', '800px')
  await expect(event).toHaveCSS('height', '650px')
  await expectAccessible(page)
  const course = event.getByRole('listitem').getByRole('button').first()
  await course.press('Enter')
  const speaker = page.getByRole('dialog', { name: await course.locator('strong').innerText() })
  await expect(speaker).toHaveCSS('width', '1000px')
  await expect(speaker).toHaveCSS('height', '750px')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(speaker).toBeHidden()
  await expect(event).toBeVisible()
  await expect(course).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(event).toBeHidden()
  await expect(details).toBeFocused()

  const sponsor = card.getByRole('button', { name: /sponsor/ })
  await sponsor.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(sponsor).toBeFocused()

  await page.setViewportSize({ width: 390, height: 700 })
  await details.press('Enter')
  await expect(event).toHaveCSS('width', '390px')
  await expect(event).toHaveCSS('height', '700px')
})

test("the browser's Back closes one dialog, asks as Escape does, and leaves the page only without a dialog", async ({
  page,
  portal,
}) => {
  await signUp(page, portal, newEmail())
  await page.getByRole('link', { name: 'Registered Events' }).first().click()
  await page.getByRole('link', { name: 'Upcoming Events' }).first().click()
  const card = page.getByRole('article', { name: /Turbine/ })
  await card.getByRole('button', { name: 'Details' }).click()
  const event = page.getByRole('dialog', { name: 'Virtual IA Renewal series' })
  await event.getByRole('listitem').getByRole('button').first().click()
  await expect(page.getByRole('dialog')).toHaveCount(2)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(event).toBeVisible()
  await page.goBack()
  await expect(event).toBeHidden()
  await expect(card).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Registered Events', level: 1 })).toBeVisible()

  await signInAsAdministrator(page, paths.dashboard())
  await page.getByRole('link', { name: 'Manage Events' }).first().click()
  await page.getByRole('link', { name: piston.name, exact: true }).click()
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Edit event' }).click()
  const panel = page.getByRole('dialog', { name: /Edit event/ })
  const name = panel.getByLabel('Event name')
  await name.fill('Another name')
  const question = page.getByRole('dialog', { name: 'Close without saving?' })
  await page.goBack()
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('Another name')
  await page.goBack()
  await question.getByRole('button', { name: 'Close without saving' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Manage Events', level: 1 })).toBeVisible()
})

test('a click on a button acts even if leaving a field shows a message that moves the button', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Contact Support' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact Support' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Please enter message')).toBeVisible()
  await expectAccessible(page, [desk, phone])
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  // Only the chosen form was sent or validated.
  await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid', 'true')
})

test('a decision in a dialog returns the focus to its button or card, or to the page if the card is gone', async ({
  page,
  portal,
}) => {
  await signUp(page, portal, newEmail())
  await registerFor(page, /Turbine/)
  const card = page.getByRole('article', { name: /Turbine/ })
  await expect(card).toContainText('Registered')
  await expect(card).toBeFocused()

  await page.getByRole('link', { name: 'Registered Events' }).first().click()
  await card.getByRole('button', { name: 'Cancel registration' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep registration' }).press('Enter')
  await expect(card.getByRole('button', { name: 'Cancel registration' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).press('Enter')
  await page
    .getByRole('dialog', { name: 'Registration Canceled' })
    .getByRole('button', { name: 'OK' })
    .press('Enter')
  await expect(card).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test('on a phone a message leaves the buttons of a dialog free', async ({ page, portal }) => {
  await page.setViewportSize(phone)
  await signUp(page, portal, newEmail())
  const slots = page.getByRole('article', { name: /Piston/ }).getByRole('button', { name: /Eastern/ })
  const dialog = page.getByRole('dialog')
  await slots.first().click()
  await dialog.getByLabel('AOPA number').fill('1234')
  await page.reload()
  await slots.first().click()
  await expect(dialog.getByLabel('AOPA number')).toHaveValue('1234')
  const message = await page.getByText('Your entries are still here.').boundingBox()
  const button = await dialog.getByRole('button', { name: 'Complete Registration' }).boundingBox()
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
})
