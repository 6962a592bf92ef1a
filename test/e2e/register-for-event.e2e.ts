import { expect, test } from './fixtures.ts'
import { newEmail, registerFor, signUp } from './people.ts'

test.describe.configure({ mode: 'default' })

test("the page lists the season's four events, the earliest first", async ({ page, portal }) => {
  await signUp(page, portal, newEmail())
  await expect(page.getByRole('article')).toHaveCount(4)
  for (const name of ['Piston', 'Turbine', 'Rotorcraft']) {
    await expect(page.getByRole('article', { name: `${name} IA Renewal Series 2027` })).toBeVisible()
  }
  await page.goto('/private/upcoming-events?event=3')
  await expect(page.getByRole('article', { name: 'South Carolina IA Seminar 2027' })).toBeInViewport()
})

test('a person who has not answered yet is asked for the membership and both consents', async ({
  page,
  portal,
}) => {
  const email = newEmail()
  await signUp(page, portal, email)
  const card = page.getByRole('article', { name: /Piston/ })
  await card
    .getByRole('button', { name: /Eastern/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Membership & Preferences' })
  await dialog.getByRole('button', { name: 'Complete Registration' }).click()
  await expect(dialog.getByText('Please provide your AOPA number or choose to skip')).toBeVisible()
  await expect(
    dialog.getByText('Both consent checkboxes must be checked to proceed with registration'),
  ).toBeVisible()
  await dialog.getByLabel('AOPA number').fill('01234567')
  for (const box of (await dialog.getByRole('checkbox').all()).slice(1)) await box.check()
  await dialog.getByRole('button', { name: 'Complete Registration' }).click()
  await page.getByRole('dialog', { name: 'Registered!' }).getByRole('button', { name: 'OK' }).click()
  await expect(card.getByText('Registered', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: /Eastern/ })).toHaveCount(0)

  // The second event asks only for its own association, the in-person one for nothing.
  await page
    .getByRole('article', { name: /Turbine/ })
    .getByRole('button', { name: /Eastern/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'NBAA Membership' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('article', { name: /South Carolina/ })
    .getByRole('button', { name: /Eastern/ })
    .click()
  await expect(page.getByRole('dialog', { name: 'Register for this event?' })).toBeVisible()
})

test('an entry of the sidebar scrolls to its event each time it is clicked', async ({ page, portal }) => {
  await signUp(page, portal, newEmail())
  const entry = page.getByRole('link', { name: 'SOUTH CAROLINA' })
  const card = page.getByRole('article', { name: /South Carolina/ })
  for (let time = 0; time < 2; time += 1) {
    await page.evaluate(() => scrollTo(0, 0))
    await expect(card).not.toBeFocused()
    await entry.click()
    await expect(card).toBeFocused()
    await expect(card).toBeInViewport()
    await page.getByRole('heading', { name: 'Upcoming Events' }).click()
  }
})

test('a registration that fails and is retried records the consent once', async ({ page, portal }) => {
  await signUp(page, portal, newEmail())
  await page.route('**/api/private/event-registration', (route) => route.abort(), { times: 1 })
  await page
    .getByRole('article', { name: /Piston/ })
    .getByRole('button', { name: /Eastern/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Membership & Preferences' })
  await dialog.getByLabel('AOPA number').fill('01234567')
  for (const box of (await dialog.getByRole('checkbox').all()).slice(1)) await box.check()
  await dialog.getByRole('button', { name: 'Complete Registration' }).click()
  await dialog.getByText('Registration Failed').waitFor()
  await dialog.getByRole('button', { name: 'Complete Registration' }).click()
  await page.getByRole('dialog', { name: 'Registered!' }).getByRole('button', { name: 'OK' }).click()
  await page.getByRole('link', { name: 'Profile' }).first().click()
  const list = page.getByRole('region', { name: 'Mailing list' })
  await expect(list.getByText('Piston IA Renewal Series 2027')).toHaveCount(1)
})

for (const [event, association, answer] of [
  [/Piston/, 'AOPA', 'a number'],
  [/Turbine/, 'NBAA', 'no number'],
  [/Rotorcraft/, 'VAI', 'a number'],
] as const) {
  test(`${association} is asked for once, and ${answer} is stored and shown on the profile page`, async ({
    page,
    portal,
  }) => {
    await signUp(page, portal, newEmail())
    const slots = page.getByRole('article', { name: event }).getByRole('button', { name: /Eastern/ })
    await slots.first().click()
    const dialog = page.getByRole('dialog')
    const number = `<b>${association}</b> & "1"`
    if (answer === 'a number') await dialog.getByLabel(`${association} number`).fill(number)
    else await dialog.getByLabel('Not a member / prefer not to provide').check()
    for (const name of [/mailing list/, /sponsors/]) await dialog.getByRole('checkbox', { name }).check()
    await dialog.getByRole('button', { name: 'Complete Registration' }).click()
    await page.getByRole('dialog', { name: 'Registered!' }).getByRole('button', { name: 'OK' }).click()

    await page.getByRole('link', { name: 'Registered Events' }).first().click()
    await page.getByRole('button', { name: 'Cancel registration' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click()
    await page.getByRole('dialog', { name: 'Registration Canceled' }).getByRole('button').last().click()
    await page.getByRole('link', { name: 'Upcoming Events' }).first().click()
    await slots.first().click()
    await expect(page.getByRole('dialog', { name: 'Register for this event?' })).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()

    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('textbox', { name: `${association} number` })).toHaveValue(
      answer === 'a number' ? number : '',
    )
  })
}

test('a registration is emailed to the person and to both staff addresses, exactly once each', async ({
  page,
  portal,
}) => {
  const email = newEmail()
  await signUp(page, portal, email)
  await registerFor(page, /Rotorcraft/)
  const mails = await portal.mailsTo(email, 2)
  expect(mails.map((mail) => mail.subject)).toEqual([
    'You are registered: Rotorcraft IA Renewal Series 2027',
    'Your sign-in link',
  ])
  for (const staff of ['staff1@example.com', 'staff2@example.com']) {
    const told = (await portal.mailsTo(staff)).filter((mail) => mail.text.includes(email))
    expect(told).toHaveLength(1)
  }
})

test('a person cancels a registration on the page of registered events', async ({ page, portal }) => {
  await signUp(page, portal, newEmail())
  await registerFor(page, /South Carolina/)
  await page.getByRole('link', { name: 'Registered Events' }).first().click()
  const card = page.getByRole('article', { name: /South Carolina/ })
  await card.getByRole('button', { name: 'Cancel registration' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click()
  await expect(page.getByRole('dialog', { name: 'Registration Canceled' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('No registered events yet')).toBeVisible()
})
