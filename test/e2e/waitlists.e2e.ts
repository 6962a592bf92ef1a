import { paths } from '#contract/core/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import {
  boxesOf,
  completeRegistration,
  givenRegistered,
  givenUser,
  newEmail,
  signInAsAdministrator,
  signUp,
} from './people.ts'
import { choose, rowOf } from './registration-list.ts'

const seminar = /South Carolina/

test('a full slot has a waitlist; a seat is taken with the link of an email, without a sign-in', async ({
  page,
  browser,
  portal,
}) => {
  await givenRegistered(portal, { event: seminar, firstName: 'Blake' })
  const email = newEmail()
  await signUp(page, portal, email)
  const card = page.getByRole('article', { name: seminar })
  await card.getByRole('button', { name: /8:00 AM/ }).click()
  const membership = page.getByRole('dialog', { name: 'Mailing List' })
  for (const box of await boxesOf(membership)) await box.check()
  await portal.query('update event_slots set capacity = 1 where focus_id = 4')
  await membership.getByRole('button', { name: 'Complete Registration' }).click()
  await expect(membership.getByText('Registration Failed')).toBeVisible()
  await membership.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.getByRole('button', { name: /Full\. Join the waitlist/ })).toBeVisible()

  const chooseOpen = async () => {
    await page.goto(paths.openEvents())
    await page.getByRole('button', { name: /Full\. Join the waitlist/ }).click()
  }
  await chooseOpen()
  await page
    .getByRole('dialog', { name: 'Join the waitlist?' })
    .getByRole('button', { name: 'Join the waitlist' })
    .click()
  await page
    .getByRole('dialog', { name: "You're #1 on the waitlist" })
    .getByRole('button', { name: 'OK' })
    .click()
  await expect(card.getByRole('button', { name: /#1 on the waitlist/ })).toBeVisible()
  await chooseOpen()
  await expect(page.getByText(/^You're #1 on the waitlist of .*South Carolina/)).toBeVisible()
  await page.goto(paths.registeredEvents())
  const waits = page.getByRole('region', { name: 'Waitlists' })
  await expect(waits.getByText('Tentative')).toBeVisible()
  await expect(page.getByText('8 on a waitlist')).toBeVisible()
  await expectAccessible(page)

  await portal.query('update registrations set cancelled_at = now()')
  // Free, but kept for those who wait. An administrator does not wait for the morning.
  const panel = await browser.newPage()
  await signInAsAdministrator(panel, paths.waitlists())
  await panel.getByRole('button', { name: /^Offer a seat to / }).click()
  const question = panel.getByRole('dialog', { name: /^Offer a seat to / })
  await question.getByLabel('Reason').fill('A seat is available')
  await question.getByRole('button', { name: 'Offer a seat' }).click()
  await expect(panel.getByText(/^Offered until /)).toBeVisible()
  await chooseOpen()
  await expect(page.getByText(/^It's held for you until /)).toBeVisible()
  await page.goto(paths.registeredEvents())
  await expectAccessible(panel)

  const mail = await portal.mailAbout(email, /^A seat is available/)
  const link = mail.links.find((found) => found.includes(paths.offeredSeat())) ?? ''
  const visitor = await browser.newPage()
  await visitor.goto(link)
  await expect(visitor.getByText(/^It's held for you until /)).toBeVisible()
  await expectAccessible(visitor)
  await portal.query(`update waitlist_entries set state = 'left'`)
  await visitor.getByRole('button', { name: 'Claim my seat' }).click()
  await expect(visitor.getByRole('heading', { name: 'This offer has expired' })).toBeVisible()
  await expect(visitor.getByRole('alert')).toBeHidden()
  await page.goto(visitor.url())
  await page.reload()
  await page.getByRole('link', { name: 'See the time slot' }).click()
  await expect(page.getByRole('article', { name: seminar })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeVisible()
  await portal.query(`update waitlist_entries set state = 'offered'`)
  await visitor.reload()
  await visitor.getByRole('button', { name: 'Claim my seat' }).click()
  await expect(visitor.getByRole('heading', { name: 'The seat is yours' })).toBeVisible()
  await portal.mailAbout(email, /^You are registered/)
  await page.reload()
  await expect(page.getByRole('article', { name: seminar })).toBeVisible()
  await expect(waits).toBeHidden()
})

test('a registered person waits for a full slot of the same event and keeps theirs, and can leave', async ({
  page,
  portal,
}) => {
  await givenRegistered(portal, { event: /Piston/, firstName: 'Blake' })
  await portal.query(
    'update event_slots s set capacity = 1 from registrations r where r.event_slot_id = s.event_slot_id',
  )
  const email = newEmail()
  await signUp(page, portal, email)
  const card = page.getByRole('article', { name: /Piston/ })
  await card.getByRole('button', { name: /1:00 PM – 5:00 PM Eastern/ }).click()
  await completeRegistration(page)
  await page.goto(paths.registeredEvents())
  await card.getByRole('button', { name: 'Change time slot' }).click()
  const change = page.getByRole('dialog', { name: 'Change time slot' })
  await change.getByRole('radio', { name: /8:00 AM – 12:00 PM/ }).check()
  await change.getByRole('button', { name: 'Join the waitlist' }).click()
  const question = page.getByRole('dialog', { name: 'Join the waitlist?' })
  await question.getByRole('button', { name: 'Join the waitlist' }).click()
  const joined = page.getByRole('dialog', { name: "You're #1 on the waitlist" })
  await joined.getByRole('button', { name: 'OK' }).click()
  await expect(change).toBeHidden()
  await card.getByRole('button', { name: 'Change time slot' }).click()
  await expect(change.getByRole('radio', { checked: true })).toHaveCount(0)
  await change.getByRole('button', { name: 'Keep my current time' }).click()
  await expect(card).toContainText('1:00 PM – 5:00 PM Eastern')
  const waits = page.getByRole('region', { name: 'Waitlists' })
  await expect(waits).toContainText('#1 on the waitlist')
  await waits.getByRole('button', { name: 'Leave the waitlist' }).click()
  await page
    .getByRole('dialog', { name: 'Leave the waitlist?' })
    .getByRole('button', { name: 'Leave the waitlist' })
    .click()
  await expect(waits).toBeHidden()

  await portal.query(
    "update waitlist_entries set state = 'offered', offered_at = now(), offered_until = now() + interval '1 day'",
  )
  await page.reload()
  await card.getByRole('button', { name: 'Change time slot' }).click()
  await change.getByRole('radio', { name: /8:00 AM – 12:00 PM/ }).check()
  await change.getByRole('button', { name: 'Change time slot' }).click()
  await page.getByRole('dialog', { name: 'Time slot changed' }).getByRole('button', { name: 'OK' }).click()
  await expect(card).toContainText('8:00 AM – 12:00 PM Eastern')
  await expect(waits).toBeHidden()
})

test('an administrator is asked before a full slot gets another person', async ({ page, portal }) => {
  const email = await givenRegistered(portal, { event: /Piston/, firstName: 'Robin' })
  await givenRegistered(portal, { event: seminar, firstName: 'Blake' })
  await portal.query('update event_slots set capacity = 1 where focus_id = 4')
  await signInAsAdministrator(page)
  await choose(rowOf(page, email), 'Add to another event')
  const side = page.getByRole('dialog', { name: /Add to events/ })
  await side.getByRole('button', { name: /Full: 1 of 1 seat/ }).click()
  await side.getByRole('button', { name: 'Register', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'No seat is left' })
  await expect(question.getByText('This time slot is full: 1 of 1 seat is taken. Add anyway?')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(side.getByRole('button', { name: 'Register', exact: true })).toBeFocused()
  await expect(page.getByText('This time slot is full')).toBeHidden()
  await side.getByRole('button', { name: 'Register', exact: true }).click()
  await question.getByRole('button', { name: 'Add anyway' }).click()
  await expect(side).toBeHidden()
})

test('an administrator changes a place, and declines an offer beyond the seats', async ({ page, portal }) => {
  await givenRegistered(portal, { event: seminar, firstName: 'Blake' })
  await portal.query('update event_slots set capacity = 1 where focus_id = 4')
  for (const firstName of ['Ann', 'Zoe']) {
    await givenUser(portal, newEmail(firstName), { firstName, lastName: 'Wait' })
  }
  await portal.query(`
    insert into waitlist_entries (event_slot_id, user_id, joined_at, turn)
    select event_slot_id, u.user_id, now(), row_number() over (order by first_name)
    from registrations, users u where last_name = 'Wait'`)
  await signInAsAdministrator(page, paths.waitlists())
  const move = page.getByRole('dialog', { name: 'Change the place of Zoe Wait?' })
  for (const [place, said] of [
    ['9', 'Zoe Wait is already #2'],
    ['1', 'Zoe Wait is now #1'],
  ] as const) {
    await page.getByRole('button', { name: 'Change place of Zoe Wait' }).click()
    await expect(move.getByLabel('New place')).toBeFocused()
    // The field selects its text a moment after it has the focus.
    const selected = () => page.evaluate(() => document.getSelection()?.toString())
    await expect.poll(selected).toBe('2')
    await page.keyboard.type(place)
    await page.keyboard.press('Tab')
    await expect(move.getByLabel('New place')).toHaveValue(place === '9' ? '2' : place)
    await move.getByLabel('Reason').fill('Drives 400 miles')
    await move.getByRole('button', { name: 'Change place' }).click()
    await expect(page.getByText(said)).toBeVisible()
    // Until then its field has the focus, and takes what is typed for the next one.
    await expect(move).toBeHidden()
  }
  await page.getByRole('button', { name: 'Offer a seat to Zoe Wait' }).click()
  const offer = page.getByRole('dialog', { name: 'Offer a seat to Zoe Wait?' })
  await offer.getByLabel('Reason').fill('Speaker’s guest')
  await offer.getByRole('button', { name: 'Offer a seat' }).click()
  const question = page.getByRole('dialog', { name: 'No seat is left' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(offer.getByLabel('Reason')).toBeFocused()
  await expect(offer.getByLabel('Reason')).toHaveValue('Speaker’s guest')
  await expect(page.getByText('This time slot is full')).toBeHidden()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Offer anyway' }).click()
  await expect(page.getByText(/^A seat is offered to Zoe Wait until /)).toBeVisible()
})
