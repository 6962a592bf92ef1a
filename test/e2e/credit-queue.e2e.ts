import { paths } from '#contract/core/paths.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { aWeekAgo, eventSlotId, givenHeldSlot, uploadReport, visit } from './held-slots.ts'
import { newEmail, signInAsAdministrator } from './people.ts'

const queue = paths.creditQueue()
const laptop = { width: 1024, height: 768 }
const slotPage = paths.attendance({ eventSlotId })

test('an administrator answers what waits by keyboard, looks at the answers, and withdraws one', async ({
  page,
  portal,
}) => {
  const email = newEmail('quentin')
  await givenHeldSlot(portal, [{ email, firstName: 'Quentin', lastName: "O'Brien" }])
  await signInAsAdministrator(page, queue)
  await page.getByText('Nothing to decide').waitFor()
  await page.goto(slotPage)
  await uploadReport(page, [
    visit("Quentin O'Brien", '', aWeekAgo, '08:00', '09:00'),
    visit("Quentin  O'BRIEN", '', aWeekAgo, '09:00', '10:30'),
    visit("Quentin O'Brien", '', aWeekAgo, '10:30', '12:00'),
    visit('Pat Stranger', 'stranger@example.com', aWeekAgo, '08:00', '12:00'),
    visit('Somebody Else', 'somebody@example.com', aWeekAgo, '08:00', '12:00'),
    visit('Quentin', email, aWeekAgo, '08:00', '12:00'),
  ])
  await page.getByText('Unknown email').first().waitFor()
  await page.goto(queue)
  await expect(page.getByRole('link', { name: 'Hours & certificates 4' })).toBeVisible()
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
    await alone.getByRole('button', { name: "Match to Quentin O'Brien" }).click()
    await page.getByRole('button', { name: "2 rows of Quentin O'BRIEN", expanded: true }).click()
    await expect(waits).toHaveCount(3)
  })

  const recognized = page.getByRole('group', { name: "Answers for 2 rows of Quentin O'BRIEN" })
  await recognized.getByRole('button', { name: "Match to Quentin O'Brien" }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).first().waitFor()
  await expect(waits).toHaveCount(2)
  // The focus moves on to the next one.
  await expect(waits.first().getByRole('button').first()).toBeFocused()

  const stranger = page.getByRole('group', { name: 'Answers for Pat Stranger' })
  await stranger.getByLabel('Reason for Pat Stranger').fill('A guest of the sponsor')
  await stranger.getByRole('button', { name: 'Ignore (not registered)' }).click()
  await expect(waits).toHaveCount(1)

  await waits.getByRole('button', { name: 'Match to someone else…' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Search' }).fill('Quentin')
  await panel.getByRole('checkbox', { name: "Quentin O'Brien" }).first().check()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Match 1 person' }).click()
  await expect(panel).toBeHidden()

  await page.goto(slotPage)
  await page.getByText('Answered (5)').click()
  await expect(page.getByText('A guest of the sponsor')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Withdraw: quentin o'brien, 2 rows, / }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('It was somebody else')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(recognized).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw: stranger@example.com: Ignore (not registered)' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('They are registered after all')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('group', { name: 'Answers for Pat Stranger' })).toBeVisible()
  await expect(page.getByText('They are registered after all')).toBeVisible()
})
