import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { addDays, shownDay } from '#contract/core/plain-dates.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { aWeekAgo as on, uploadReport, visit } from './held-slots.ts'
import { newEmail, signInAsAdministrator, signUp } from './people.ts'
import type { Portal } from './portal.ts'

const laptop = { width: 1024, height: 768 }

test('a technician reads which hour is missing, why, and what makes up for it, also behind the QR code', async ({
  page,
  browser,
  portal,
}) => {
  const email = newEmail()
  await page.setViewportSize(phone)
  await signUp(page, portal, email)
  const eventSlotId = await givenHeld(portal, email)
  const office = await browser.newPage()
  await signInAsAdministrator(office, paths.attendance({ eventSlotId }))
  const sentence = `Hour 3, ${shownDay(on)}: 43 of 50 minutes; 45 are needed. You were away 10:05 AM – 10:12 AM.`

  await test.step('before a report, the page says that the hours wait for it', async () => {
    await page.goto(paths.registeredEvents())
    await expect(hours(page)).toContainText('They are counted once an administrator has added')
    await expect(page.getByText("as soon as we've recorded your attendance")).toBeVisible()
  })

  await test.step('then each hour shows its minutes, and the missing one its reason', async () => {
    await uploadReport(office, [
      visit('Robin', email, on, '08:00', '10:05'),
      visit('Robin', email, on, '10:12', '12:00'),
    ])
    // The page shows what is counted when it opens, and the job counts a moment after the upload.
    await expect(async () => {
      await page.reload()
      await hours(page).waitFor()
      await expect(hours(page).getByRole('paragraph').first()).toHaveText('3 of 4 hours', { timeout: 2_000 })
    }).toPass()
    await expect(hours(page).getByRole('listitem').nth(2)).toContainText('too few minutes, 43/50 min')
    await expect(hours(page)).toContainText(sentence)
    await expect(hours(page)).toContainText("These hours aren't credited yet.")
    await expect(page.getByText("as soon as we've recorded your attendance")).toHaveCount(0)
    await expectAccessible(page, [phone, laptop, desk])
    await page.setViewportSize(phone)
    await expectWholeWords(hours(page))
    await hours(page).getByText('Hour by hour (Eastern)').focus()
    await page.keyboard.press('Enter')
    await expect(hours(page).getByText(sentence)).toBeHidden()
    await hours(page).getByRole('link').first().press('Enter')
    await page.getByRole('heading', { name: 'Upcoming Events' }).waitFor()
  })

  const code = await credited(office, portal, email)
  await test.step('its certificate shows the same to its owner, and nothing of it to others', async () => {
    await page.goto(paths.certificateVerification({ code }))
    await expect(hours(page)).toContainText(sentence)
    await expectAccessible(page, [phone, laptop, desk])
    await office.goto(paths.certificateVerification({ code }))
    await office.getByText('This certificate is genuine').waitFor()
    const visitor = await browser.newPage()
    await visitor.goto(paths.certificateVerification({ code }))
    await visitor.getByText('This certificate is genuine').waitFor()
    for (const other of [office, visitor]) await expect(hours(other)).toHaveCount(0)
  })

  await test.step('a review is asked for with a file, refused with words, asked for once more, and gives the hour', async () => {
    await page.setViewportSize(phone)
    await page.goto(paths.registeredEvents())
    await ask(page, 'Ask for a review', 'I was there by phone.', { withFile: true })
    await expect(hours(page)).toContainText("We'll look at it and answer by email.")
    await office.setViewportSize(desk)
    await office.goto(paths.dashboard())
    const next = office.getByRole('region', { name: 'What to do next' })
    await expect(next).toContainText('1 review request, from today.')
    await next.getByRole('link', { name: 'Answer' }).click()
    await expect(office.getByRole('link', { name: 'Hours & certificates 1' })).toBeVisible()
    await expectAccessible(office, [phone, laptop, desk])
    await office.getByRole('button', { name: /^Answer / }).press('Enter')
    const panel = office.getByRole('dialog')
    await expect(panel).toContainText('About hour 3: I was there by phone.')
    const saved = office.waitForEvent('download')
    await panel.getByRole('button', { name: 'photo.png' }).click()
    expect((await saved).suggestedFilename()).toBe('photo.png')
    await panel.getByRole('textbox', { name: 'Your answer' }).fill('The phone list does not have you.')
    await expectAccessible(office, [phone, laptop, desk])
    await panel.getByRole('button', { name: /^Keep \d hours?$/ }).click()
    await expect(panel).toContainText('The hours stay: The phone list does not have you.')
    await page.reload()
    await expect(hours(page)).toContainText('The hours stay')
    await ask(page, 'Ask again', 'My number ends in 42.')
    await office.goto(paths.attendance({ eventSlotId }))
    await office.getByRole('button', { name: /^Answer / }).click()
    await expect(panel).toContainText('Second review')
    await panel.getByRole('textbox', { name: 'Your answer' }).fill('Now we see you.')
    await panel.getByRole('button', { name: 'Give 4 hours' }).click()
    await expect(panel).toContainText('4 hours were given: Now we see you.')
    await page.reload()
    await expect(hours(page).getByRole('paragraph').first()).toHaveText('4 of 4 hours')
    await expectAccessible(page, [phone, laptop, desk])
    await expect(page.getByRole('button', { name: /^Ask/ })).toHaveCount(0)
  })

  await test.step('hours that were never counted can be reviewed, too', async () => {
    await givenHeld(portal, email, { eventName: 'Hangar day', day: addDays(on, -33) })
    await page.reload()
    const card = page.getByRole('article', { name: 'Hangar day' })
    await card.getByRole('button', { name: 'Ask for a review' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'What happened?' }).fill('I signed the sheet.')
    await expect(dialog.getByRole('checkbox')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Ask for a review' }).press('Enter')
    await expect(card).toContainText('You asked for a review of your hours')
    await expect(dialog).toBeHidden()
    await expect(card).toBeFocused()
    await office.goto(paths.creditReviews())
    await office.getByRole('button', { name: /^Answer / }).click()
    const panel = office.getByRole('dialog')
    await expect(panel).toContainText('They are not counted at this time slot.')
    await panel.getByRole('textbox', { name: 'Your answer' }).fill('Your name is on the sheet.')
    await panel.getByRole('combobox', { name: 'Hours to give' }).selectOption('3 hours')
    await panel.getByRole('button', { name: 'Give 3 hours' }).click()
    await expect(panel).toContainText('3 hours were given: Your name is on the sheet.')
    await page.reload()
    await expect(card).toContainText('You were given 3 hours')
  })

  await test.step('a session that has ended leads nowhere else', async () => {
    await page.goto(paths.certificateVerification({ code }))
    await portal.query('delete from sessions')
    const refused = page.waitForResponse((response) => response.status() === 401)
    await page.reload()
    await refused
    await expect(page.getByText('This certificate is genuine')).toBeVisible()
    await expect(hours(page)).toHaveCount(0)
  })
})

function hours(page: Page) {
  return page.getByRole('group', { name: 'Your hours' }).last()
}

async function ask(page: Page, button: string, words: string, { withFile = false } = {}): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox', { name: /^Hour 3/ })).toBeChecked()
  await dialog.getByRole('textbox', { name: 'What happened?' }).fill(words)
  if (withFile) {
    const buffer = Buffer.from('\x89PNG\r\n photo', 'latin1')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
  }
  await expectAccessible(page, [phone, laptop, desk])
  await page.setViewportSize(phone)
  await dialog.getByRole('button', { name: 'Ask for a review' }).click()
  await expect(dialog).toBeHidden()
}

/** Expects the words of each hour inside its box. */
async function expectWholeWords(hours: Locator): Promise<void> {
  const boxes = hours.getByRole('list').first().getByRole('listitem')
  for (const box of await boxes.all()) {
    const beyond = await box.evaluate((hour) => {
      const edge = hour.getBoundingClientRect().right
      const words = [...hour.querySelectorAll('[aria-hidden] span')]
      return words.map((word) => word.getBoundingClientRect().right - edge).filter((by) => by > 0)
    })
    expect(beyond).toEqual([])
  }
}

/** Inserts an event of last week with the person's registration, because nobody can register for it. */
async function givenHeld(
  portal: Portal,
  email: string,
  { eventName = 'Piston evening series', day = on } = {},
): Promise<number> {
  const [event] = await portal.query<{ id: number }>(
    'insert into events (event_name) values ($1) returning event_id as id',
    [eventName],
  )
  const [slot] = await portal.query<{ id: number }>(
    `insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time)
     values ($1, 2, $2, $2, '08:00', '12:00') returning event_slot_id as id`,
    [event?.id, day],
  )
  await portal.query(
    `insert into registrations (user_id, event_id, event_slot_id, registered_at)
     select user_id, $2, $3, now() - interval '1 month' from users where email = $1`,
    [email, event?.id, slot?.id],
  )
  return slot?.id ?? 0
}

/** Credits the hours that were found, and returns the code of the certificate. */
async function credited(page: Page, portal: Portal, email: string): Promise<string> {
  await page.getByRole('button', { name: 'No questions were asked' }).click()
  await page.getByRole('button', { name: 'Issue 1 certificate' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: /^Issue \d+ certificates?$/ }).click()
  await panel.getByText('Certificates issued: 1 of 1').waitFor()
  const [row] = await portal.query<{ code: string }>(
    'select certificate_code as code from registrations join users using (user_id) where email = $1 and hours > 0',
    [email],
  )
  return row?.code ?? ''
}
