import type { Page } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { easternDay } from '#contract/core/season.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, testAlone as test } from './fixtures.ts'
import { newEmail, signInAsAdministrator } from './people.ts'

const queue = paths.creditQueue()
const laptop = { width: 1024, height: 768 }
const eventSlotId = 1
const slotPage = paths.attendance({ eventSlotId })

/** A week ago. */
const on = easternDay(new Date(Date.now() - 7 * 86_400_000))

test('an administrator answers what waits by keyboard, looks at the answers, and withdraws one', async ({
  page,
  ownPortal: portal,
}) => {
  await page.setViewportSize(desk)
  const email = newEmail('quentin')
  await portal.query(
    `with slot as (
      update event_slots set start_on = $2, end_on = $2, start_time = '08:00', end_time = '12:00'
      where event_slot_id = $3 returning event_id, event_slot_id
    ), person as (
      insert into users (email, first_name, last_name, country, state, zip, company_name, phone)
      values ($1, 'Quentin', 'O''Brien', 'United States', 'Ohio', '44114', 'Example', '+1||8035550100') returning user_id
    ) insert into registrations (user_id, event_id, event_slot_id) select user_id, event_id, event_slot_id from person, slot`,
    [email, on, eventSlotId],
  )
  await signInAsAdministrator(page, queue)
  await page.getByText('Nothing to decide').waitFor()
  await expectAccessible(page, [phone, desk])
  await upload(page, [
    ["Quentin O'Brien", '', '08:00', '09:00'],
    ["Quentin  O'BRIEN", '', '09:00', '10:30'],
    ["Quentin O'Brien", '', '10:30', '12:00'],
    ['Pat Stranger', 'stranger@example.com'],
    ['Somebody Else', 'somebody@example.com'],
    ['Quentin', email],
  ])
  await page.goto(queue)
  await expect(page.getByRole('link', { name: 'Credit queue 4' })).toBeVisible()
  const waits = page.getByRole('group', { name: /^Answers for/ })
  await expect(waits).toHaveCount(4)
  await page.getByRole('button', { name: 'No questions were asked' }).click()
  await expect(waits).toHaveCount(3)
  await expectAccessible(page, [phone, laptop, desk])

  await test.step('rows of one name can be opened, and answered alone', async () => {
    const rows = page.getByRole('button', { name: "3 rows of Quentin O'Brien", expanded: false })
    await rows.focus()
    await page.keyboard.press('Enter')
    await expect(waits).toHaveCount(6)
    await expectAccessible(page, [phone, laptop, desk])
    const alone = page.getByRole('group', { name: /^Answers for Quentin O'Brien, .*8:00 AM/ })
    await alone.getByRole('button', { name: "It is Quentin O'Brien" }).click()
    await page.getByRole('button', { name: "2 rows of Quentin O'BRIEN", expanded: true }).click()
    await expect(waits).toHaveCount(3)
  })

  const recognized = page.getByRole('group', { name: "Answers for 2 rows of Quentin O'BRIEN" })
  await recognized.getByRole('button', { name: "It is Quentin O'Brien" }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).first().waitFor()
  await expect(waits).toHaveCount(2)
  // The focus moves on to the next one.
  await expect(waits.first().getByRole('button').first()).toBeFocused()

  const stranger = page.getByRole('group', { name: 'Answers for Pat Stranger' })
  await stranger.getByLabel('Reason for Pat Stranger').fill('A guest of the sponsor')
  await stranger.getByRole('button', { name: 'Not one of ours' }).click()
  await expect(waits).toHaveCount(1)

  await waits.getByRole('button', { name: 'Someone else, or several people' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Search' }).fill('Quentin')
  await panel.getByRole('checkbox', { name: "Quentin O'Brien" }).first().check()
  await expectAccessible(page, [phone, desk])
  await panel.getByRole('button', { name: 'Match 1 person' }).click()
  await expect(panel).toBeHidden()

  await page.goto(slotPage)
  await page.getByText('Answered (5)').click()
  await expect(page.getByText('A guest of the sponsor')).toBeVisible()
  await expectAccessible(page, [phone, desk])
  await page.getByRole('button', { name: /^Withdraw: quentin o'brien, 2 rows, / }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('It was somebody else')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(recognized).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw: stranger@example.com: Not one of ours' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('They are registered after all')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('group', { name: 'Answers for Pat Stranger' })).toBeVisible()
  await expect(page.getByText('They are registered after all')).toBeVisible()
})

/** Uploads a report of a day with these rows, each of four hours unless it has other times. */
async function upload(page: Page, people: [name: string, email: string, from?: string, to?: string][]) {
  await page.goto(slotPage)
  await page.getByRole('button', { name: 'Upload report' }).waitFor()
  const rows = people.map(
    ([name, email, from = '08:00', to = '12:00']) => `${name},${email},${on} ${from},${on} ${to}`,
  )
  await page
    .getByRole('region', { name: 'Reports' })
    .locator('input[type=file]')
    .setInputFiles({
      name: 'attendees.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`User Name,Email,Join Time,Leave Time\n${rows.join('\n')}\n`),
    })
  await page.getByRole('dialog').getByRole('button', { name: 'Keep report' }).click()
  await page.getByText('Unknown email').first().waitFor()
}
