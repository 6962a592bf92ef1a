import type { Page } from '@playwright/test'
import { seasonLabel } from '#contract/core/season.ts'
import { updateUserByAdmin } from '#contract/people/users/edits.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { desk, expectAccessible } from './accessible.ts'
import { demoSeason, piston } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import {
  callAsAdministrator,
  closeMessages,
  givenRegistered,
  givenUser,
  newEmail,
  outliveProof,
  signInAsAdministrator,
  signUp,
  typePasswordAgain,
} from './people.ts'
import type { Portal } from './portal.ts'

/** Signs a person up without registrations and finds them in the administrator's list. */
async function findNonRegistered(page: Page, portal: Portal, firstName: string): Promise<string> {
  const email = newEmail(firstName.toLowerCase())
  await givenUser(portal, email, { firstName })
  await signInAsAdministrator(page)
  await page.getByRole('link', { name: 'Non registered Users' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: `Users with no event for ${seasonLabel(demoSeason)}` }),
  ).toBeVisible()
  await page.getByRole('textbox', { name: 'Search' }).fill(email)
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('row')).toHaveCount(2)
  return email
}

test('an administrator finds a person without events, adds two registrations, moves one and removes the other', async ({
  page,
  portal,
}) => {
  const email = await findNonRegistered(page, portal, 'Newcomer')
  const address = page.url()
  await expectAccessible(page, [desk])
  await page.getByRole('button', { name: /^Add Newcomer O'Brien to events/ }).click()
  const panel = page.getByRole('dialog', { name: /Add to events/ })
  const slots = (event: RegExp) => panel.getByRole('region', { name: event }).getByRole('button')
  const register = panel.getByRole('button', { name: 'Register', exact: true })
  await expect(register).toBeDisabled()
  await slots(/Piston/)
    .nth(0)
    .click()
  await slots(/Piston/)
    .nth(1)
    .click()
  await expect(slots(/Piston/).nth(0)).toHaveAttribute('aria-pressed', 'false')
  await slots(/Turbine/)
    .nth(0)
    .click()
  await slots(/Rotorcraft/)
    .nth(0)
    .click()
  await slots(/Rotorcraft/)
    .nth(0)
    .click()
  await expect(panel.getByText('2 will be added')).toBeVisible()
  await expectAccessible(page, [desk])

  // The portal cannot be reached at first: nothing is done, and the choice is still there.
  let calls = 0
  await page.route('**/users/registrations', (route) => (++calls === 1 ? route.abort() : route.continue()))
  await register.click()
  await expect(panel.getByText('Unable to register to the events')).toBeVisible()
  await expectAccessible(page, [desk])
  await expect(panel.getByText('2 will be added')).toBeVisible()
  await register.click()
  await expect(page.getByText('Successfully registered to the events', { exact: true })).toBeVisible()
  await expect(
    page.getByText("You can check the registration details in the 'All Registrations' section", {
      exact: true,
    }),
  ).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(page.getByText('No one found')).toBeVisible()
  await expectAccessible(page, [desk])
  await portal.mailAbout(email, /^You are registered/, 2)

  // The address restores the filters, also for another year.
  await page.goto(`${address}&year=${demoSeason - 1}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Users with no event for ${seasonLabel(demoSeason - 1)}`,
  )
  await page.getByRole('button', { name: /^Add Newcomer/ }).click()
  await expect(panel.getByText('Registered', { exact: true })).toHaveCount(2)
  await slots(/Piston/)
    .nth(0)
    .click()
  await slots(/Turbine/)
    .nth(0)
    .click()
  await expect(panel.getByText('1 will be removed, 1 will be moved')).toBeVisible()
  await register.click()
  await expect(panel).toBeHidden()
  await expect(page.getByText('Registrations changed: 1 removed, 1 moved')).toBeVisible()
  await page.getByRole('link', { name: "Newcomer O'Brien" }).click()
  const held = page.getByRole('table', { name: 'Registrations' })
  await expect(held.getByRole('row').filter({ hasText: 'Piston' })).toContainText('8:00 AM')
  await expect(held.getByRole('row').filter({ hasText: 'Turbine' })).toContainText('Canceled')
})

test('an administrator edits a person, who is told of the new email, and loses no unsaved changes', async ({
  page,
  portal,
}) => {
  const email = await findNonRegistered(page, portal, 'Typo')
  await page.getByRole('button', { name: /^Edit Typo/ }).click()
  const panel = page.getByRole('dialog', { name: /Edit user/ })
  const save = panel.getByRole('button', { name: 'Save' })
  await panel.getByLabel('Last name').waitFor()
  await expect(save).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.getByRole('button', { name: /^Edit Typo/ }).click()
  await panel.getByLabel('Last name').fill('')
  await save.click()
  await panel.getByText('Last name is required').waitFor()
  await expectAccessible(page, [desk])
  await panel.getByLabel('Last name').fill('Mended')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).waitFor()
  await expectAccessible(page, [desk])
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(panel.getByLabel('Last name')).toHaveValue('Mended')

  // Somebody else saves one of the same fields.
  await panel.getByLabel('Company name').fill('My Company')
  await changeElsewhere(portal, email)
  await save.click()
  await expect(panel.getByRole('alert')).toContainText('company from Example Aviation to Newer Company')
  await expect(panel.getByLabel('Company name')).toHaveValue('My Company')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Use theirs: Newer Company' }).click()
  await expect(panel.getByLabel('Company name')).toHaveValue('Newer Company')
  await expect(panel.getByLabel('Last name')).toHaveValue('Mended')

  const mended = newEmail('mended')
  await panel.getByRole('textbox', { name: 'Email' }).fill(mended)
  await panel.getByRole('radio', { name: 'They agree' }).check()
  await save.click()
  await expect(page.getByText('The profile of Typo Mended is saved')).toBeVisible()
  await expect(panel).toBeHidden()
  await portal.mailAbout(mended, /^Your account email has changed$/)
  await portal.mailAbout(email, /^Your email was changed$/)

  await page.getByRole('textbox', { name: 'Search' }).fill(mended)
  await page.getByRole('link', { name: 'Typo Mended' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Typo Mended' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Mailing list' })).toContainText(
    'recorded by Portal Administrator',
  )
  const history = page.getByRole('table', { name: 'History' })
  await expect(history).toContainText(`Email: ${email} → ${mended}`)
})

test("a person's page shows their data, restores a registration and ends their sessions", async ({
  browser,
  page,
  portal,
}) => {
  const theirs = await browser.newPage()
  const email = newEmail('kept')
  await signUp(theirs, portal, email, 'Kept')
  await signInAsAdministrator(page, `/admin/private/non-registered-users?search=${email}`)
  await page.getByRole('link', { name: "Kept O'Brien" }).click()
  await page.getByRole('button', { name: 'Add to events' }).click()
  const panel = page.getByRole('dialog', { name: /Add to events/ })
  for (const done of ['1 will be added', '1 will be removed']) {
    await panel
      .getByRole('region', { name: /Piston/ })
      .getByRole('button')
      .first()
      .click()
    await panel.getByText(done).waitFor()
    await panel.getByRole('button', { name: 'Register', exact: true }).click()
    await expect(panel).toBeHidden()
    await closeMessages(page)
    if (done === '1 will be added') await page.getByRole('button', { name: 'Add to events' }).click()
  }
  await page.getByRole('button', { name: /^Restore the registration for Piston/ }).click()
  await expect(page.getByText(`The registration for ${piston.name} is restored`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Registrations' })).toContainText('Registered')
  await page.getByRole('link', { name: 'Change in All Registrations' }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(1)
  await page.goBack()

  await page.getByRole('link', { name: /^Sessions/ }).click()
  await expect(page).toHaveURL(/#sessions$/)
  await page.reload()
  await page.getByRole('button', { name: 'End all sessions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click()
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
  await theirs.goto('/private/registered-events')
  await expect(theirs).toHaveURL(/\/login$/)
})

test('an administrator merges two accounts of one person with the keyboard and separates them again', async ({
  page,
  portal,
}) => {
  const [right, wrong] = [
    await givenRegistered(portal, { firstName: 'Twofold', event: /Piston/ }),
    await givenRegistered(portal, { firstName: 'Twofold', event: /Piston/, slot: 1 }),
  ]
  await page.setViewportSize({ width: 1024, height: 800 })
  await signInAsAdministrator(page, `/admin/private/all-registrations?search=${wrong}`)
  await page.getByRole('link', { name: "Twofold O'Brien" }).click()

  await page
    .getByRole('button', { name: /^Read: You are registered/ })
    .first()
    .press('Enter')
  const email = page.getByRole('dialog', { name: /^You are registered/ })
  await expect(email.frameLocator('iframe').getByText('Hi Twofold,')).toBeVisible()
  await page.keyboard.press('Escape')
  const hint = page.getByRole('group', { name: 'This person may have another account' })
  await expect(hint).toContainText(`${right} has the same name, phone and ZIP, and 1 registration.`)
  await expectAccessible(page)
  // A father and a son may have the same name. A slip is taken back.
  await hint.getByRole('button', { name: `${right} is not the same person` }).press('Enter')
  const others = page.getByRole('list', { name: 'Other people with the same name' })
  await expect(others).toContainText(`${right} has the same name, phone and ZIP, but is not the same person.`)
  await expect(hint).toBeHidden()
  await expectAccessible(page)
  await others.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(others).toBeHidden()
  await hint.getByRole('button', { name: `Merge with ${right}` }).press('Enter')
  const panel = page.getByRole('dialog', { name: /Merge accounts/ })
  await panel.getByRole('radio', { name: right }).waitFor()
  await panel.getByRole('button', { name: 'Choose another' }).press('Enter')
  // The same name is found at once; of the two, only the other account is offered.
  const found = panel.getByRole('list', { name: 'Matching accounts' }).getByRole('button')
  await expect(found).toHaveCount(1)
  await expect(found).toContainText(`${right} · Example Aviation · 1 registration`)
  await expectAccessible(page)
  await found.press('Enter')
  const outcome = panel.getByRole('region', { name: 'Result of the merge' })
  await expect(outcome.getByRole('listitem').first()).toContainText('8:00 AM - 12:00 PM')
  await panel.getByRole('radio', { name: wrong }).press('ArrowDown')
  await expect(panel.getByRole('radio', { name: right })).toBeChecked()
  await expect(outcome.getByRole('listitem').first()).toContainText('1:00 PM - 5:00 PM')
  await expect(outcome.getByRole('listitem').first()).toContainText('Canceled')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Merge accounts' }).press('Enter')
  await expect(page.getByText(`Accounts merged: ${right}`)).toBeVisible()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('list', { name: 'Merged accounts' })).toContainText(wrong)
  await expect(hint).toBeHidden()
  await expect(page.getByRole('table', { name: 'Registrations' }).getByRole('row')).toHaveCount(3)
  await expectAccessible(page)

  await page.getByRole('button', { name: `Undo the merge with ${wrong}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the merge' }).click()
  await expect(page.getByText(`Accounts separated: ${wrong}`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Registrations' }).getByRole('row')).toHaveCount(2)
})

test('an invitation is withdrawn, and sent again; the administrator chooses a password, signs in with it, and is removed', async ({
  browser,
  page,
  portal,
}) => {
  const email = newEmail('colleague')
  await signInAsAdministrator(page, '/admin/private/administrators')
  await outliveProof(portal)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Invalid Email').waitFor()
  await expectAccessible(page, [desk])
  await page.getByLabel('Invite by email').fill(email)
  await page.keyboard.press('Enter')
  const proof = page.getByRole('dialog', { name: "Confirm it's you" })
  await expect(proof.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await expectAccessible(page)
  await typePasswordAgain(page)
  const row = page.getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('Invited')
  await expectAccessible(page, [desk])
  await page.getByRole('button', { name: /^Withdraw the invitation/ }).click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page, [desk])
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('dialog').getByLabel('Your email').fill('somebody.else@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('This is not the email of your account.').waitFor()
  await expectAccessible(page, [desk])
  await page.keyboard.press('Escape')
  await page.getByLabel('Invite by email').fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(row).toContainText('Invited')

  const [mail] = await portal.mailsTo(email, 2)
  const link = mail?.links.find((found) => found.includes('/admin/reset-password')) ?? ''
  const theirs = await browser.newPage()
  await theirs.goto(link)
  await theirs.getByRole('textbox', { name: 'Email' }).fill(email)
  await theirs.getByLabel('New password', { exact: true }).fill('a password of their own')
  await theirs.getByLabel(/Confirm/).fill('a password of their own')
  await theirs
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await theirs.waitForURL(/\/admin\/login/)
  await theirs.getByLabel('Username').fill(email)
  await theirs.getByRole('textbox', { name: 'Password' }).fill('a password of their own')
  await theirs.getByRole('button', { name: 'Login' }).click()
  await expect(theirs.getByRole('heading', { name: 'All Registrations' })).toBeVisible()

  await page.reload()
  await expect(row).toContainText('Last seen')
  await row.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
  await theirs.reload()
  await expect(theirs).toHaveURL(/\/admin\/login/)
})

async function changeElsewhere(portal: Portal, email: string): Promise<void> {
  const [user] = await portal.query<{ userId: string }>(
    'select user_id as "userId" from users where email = $1',
    [email],
  )
  const changed = { ...user, ...completeProfile, firstName: 'Typo', companyName: 'Newer Company' }
  await callAsAdministrator(portal, updateUserByAdmin, changed)
}
