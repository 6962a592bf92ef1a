import { expectAccessible, phone } from './accessible.ts'
import { demoSeason, seminar } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { newEmail, signUp } from './people.ts'

test("the page lists the season's four events, the earliest first, and its sidebar scrolls to each", async ({
  page,
  portal,
}) => {
  await signUp(page, portal, newEmail())
  await expect(page.getByRole('article')).toHaveCount(4)
  for (const name of ['Piston', 'Turbine', 'Rotorcraft']) {
    await expect(page.getByRole('article', { name: `${name} IA Renewal Series ${demoSeason}` })).toBeVisible()
  }
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const entry = page.getByRole('link', { name: 'SOUTH CAROLINA' })
  const card = page.getByRole('article', { name: seminar.name })
  for (let time = 0; time < 2; time += 1) {
    await page.evaluate(() => scrollTo(0, 0))
    await expect(card).not.toBeFocused()
    await entry.click()
    await expect(card).toBeFocused()
    await expect(card).toBeInViewport()
    await page.getByRole('heading', { name: 'Upcoming Events' }).click()
  }
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expectAccessible(page, [phone])
  await page.goto('/private/upcoming-events?event=3')
  await expect(card).toBeInViewport()
})

test('a person is asked for each membership and both consents once, sees the answers on the profile page, and cancels', async ({
  page,
  portal,
}) => {
  await signUp(page, portal, newEmail())
  const slots = (event: RegExp) =>
    page
      .getByRole('article', { name: event })
      .getByRole('button', { name: /Eastern/ })
      .first()
  const card = page.getByRole('article', { name: /Piston/ })
  await slots(/Piston/).click()
  const dialog = page.getByRole('dialog', { name: 'Membership & Preferences' })
  await dialog.getByRole('button', { name: 'Complete Registration' }).click()
  await expect(dialog.getByText('Please provide your AOPA number or choose to skip')).toBeVisible()
  await expect(
    dialog.getByText('Both consent checkboxes must be checked to proceed with registration'),
  ).toBeVisible()
  await expectAccessible(page)
  const number = '<b>AOPA</b> & "1"'
  await dialog.getByLabel('AOPA number').fill(number)
  for (const name of [/mailing list/, /sponsors/]) await dialog.getByRole('checkbox', { name }).check()
  await dialog.getByRole('button', { name: 'Complete Registration' }).click()
  await page.getByRole('dialog', { name: 'Registered!' }).getByRole('button', { name: 'OK' }).click()
  await expect(card.getByText('Registered', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: /Eastern/ })).toHaveCount(0)

  // The second and third event ask only for their own association, the in-person one for nothing.
  await slots(/Turbine/).click()
  await page
    .getByRole('dialog', { name: 'NBAA Membership' })
    .getByLabel('Not a member / prefer not to provide')
    .check()
  await page.getByRole('button', { name: 'Complete Registration' }).click()
  await page.getByRole('dialog', { name: 'Registered!' }).getByRole('button', { name: 'OK' }).click()
  await slots(/Rotorcraft/).click()
  await expect(page.getByRole('dialog', { name: 'VAI Membership' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await slots(/South Carolina/).click()
  await expect(page.getByRole('dialog', { name: 'Register for this event?' })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()

  await page.getByRole('link', { name: 'Registered Events' }).first().click()
  for (const event of [/Piston/, /Turbine/]) {
    await page
      .getByRole('article', { name: event })
      .getByRole('button', { name: 'Cancel registration' })
      .click()
    await page.getByRole('button', { name: 'Keep registration' }).waitFor()
    if (event.source === 'Piston') await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click()
    await page
      .getByRole('dialog', { name: 'Registration Canceled' })
      .getByRole('button', { name: 'OK' })
      .click()
  }
  await expect(page.getByText('No registered events yet')).toBeVisible()
  await page.getByRole('link', { name: 'Upcoming Events' }).first().click()
  await slots(/Piston/).click()
  await expect(page.getByRole('dialog', { name: 'Register for this event?' })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('textbox', { name: 'AOPA number' })).toHaveValue(number)
  await expect(page.getByRole('textbox', { name: 'NBAA number' })).toHaveValue('')
})
