import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { boxesOf, newEmail } from './people.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a person signs up, registers, moves, cancels and signs out with the keyboard on a small screen', async ({
  page,
  portal,
}) => {
  const { keyboard } = page
  /** Presses Tab until the target has the focus. */
  async function tabTo(target: Locator): Promise<void> {
    await target.waitFor()
    for (let steps = 0; steps < 60; steps++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  async function press(target: Locator, key = 'Enter'): Promise<void> {
    await tabTo(target)
    await keyboard.press(key)
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = page.getByRole('dialog')

  await page.goto('/login')
  await press(page.getByRole('link', { name: 'Create' }))
  // The previous page has a field of that name, too.
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  const email = newEmail()
  await tabTo(page.getByLabel('Email'))
  await keyboard.type(email)
  for (const [label, text] of [
    ['First name', 'Robin'],
    ['Last name', "O'Brien"],
  ] as const) {
    await tabTo(page.getByLabel(label))
    await keyboard.type(text)
  }
  await tabTo(page.getByRole('combobox', { name: 'State/Province' }))
  await keyboard.type('south c')
  await keyboard.press('Enter')
  await tabTo(page.getByLabel('ZIP/Postal code'))
  await keyboard.type('29201')
  await tabTo(page.getByLabel('Company name'))
  await keyboard.type('Example Aviation')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Login link sent to your email' }).waitFor()
  await page.goto(await portal.linkTo(email))

  const card = page.getByRole('article', { name: /Turbine/ })
  await press(card.getByRole('button', { name: /Eastern/ }).first())
  await expect(dialog.getByLabel('NBAA number')).toBeFocused()
  for (const box of await boxesOf(dialog)) await press(box, 'Space')
  await press(dialog.getByRole('button', { name: 'Complete Registration' }))
  await press(page.getByRole('dialog', { name: 'Registered!' }).getByRole('button', { name: 'OK' }))

  await press(button('Open the menu'))
  await press(
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Registered Events' }),
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Registered Events' })).toBeFocused()
  await press(button('Change time slot'))
  await press(dialog.getByRole('radio', { name: /1:00 PM – 5:00 PM Eastern/ }), 'ArrowDown')
  await expect(dialog.getByRole('radio', { name: /6:00 PM – 10:00 PM Eastern/ })).toBeChecked()
  await press(dialog.getByRole('button', { name: 'Change time slot' }))
  await press(page.getByRole('dialog', { name: 'Time slot changed' }).getByRole('button', { name: 'OK' }))
  await expect(card).toContainText('6:00 PM – 10:00 PM Eastern')
  await press(button('Cancel registration').first())
  await press(dialog.getByRole('button', { name: 'Cancel registration' }))
  await press(page.getByRole('dialog', { name: 'Registration Canceled' }).getByRole('button', { name: 'OK' }))
  await expect(page.getByText('No registered events yet')).toBeVisible()

  await press(button(/^Account of/))
  await press(button('Sign Out'))
  await press(dialog.getByRole('button', { name: 'Sign Out' }))
  await expect(page).toHaveURL(/\/login$/)
})
