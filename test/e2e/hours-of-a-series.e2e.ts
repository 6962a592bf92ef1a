import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { castDays, castOf, correctedCast } from '#test/cast.ts'
import { csvOf, newZoomReport, oldZoomReport, unicodeTextOf, zoomPollReport } from '#test/cast-reports.ts'
import { givenHeldEvent } from '#test/held-event.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { chooseReport, importReport, uploadReport } from './held-slots.ts'
import { closeMessages, signInAsAdministrator } from './people.ts'

const [first, second] = castDays

test('an administrator gives 60 people with habits of all kinds the hours of a series of two days', async ({
  page,
  portal,
}) => {
  const cast = castOf()
  const held = await givenHeldEvent(portal.query, cast)
  const hoursNow = () =>
    portal.query<{ email: string; hours: number }>(
      'select email, hours from registrations join users using (user_id) where event_id = $1 order by email',
      [held.eventId],
    )
  await signInAsAdministrator(page, paths.attendance(held))

  await test.step('reports of both days and their polls are uploaded, each in another format', async () => {
    await uploadReport(page, csvOf(oldZoomReport(cast, first)), 'day-1.csv')
    await uploadReport(page, unicodeTextOf(newZoomReport(cast, second)), 'day-2.csv')
    await uploadReport(page, csvOf(zoomPollReport(cast, first)), 'polls-1.csv')
    await uploadReport(page, unicodeTextOf(zoomPollReport(cast, second)), 'polls-2.csv')
    await expect(figure(page, 'all hours')).toHaveText('0')
  })

  await test.step('the webinar was restarted at 9:20: the hour is stated as it was taught', async () => {
    await page.getByText('Most people miss the same hour').waitFor()
    const answers = page.getByRole('group', { name: 'Answers for this time slot' })
    await answers.getByRole('button', { name: 'Adjust teaching times' }).click()
    const panel = page.getByRole('dialog', { name: /^Adjust teaching times/ })
    await expect(panel.getByLabel(/: to, part 2$/)).toHaveValue('09:56')
    await panel.getByRole('button', { name: 'Save times' }).click()
    await panel.getByLabel('Reason').fill('The webinar was restarted at 9:20')
    await page.keyboard.press('Enter')
    await expect(panel).toBeHidden()
    await expect(page.getByText('Most people miss the same hour')).toHaveCount(0)
    const full = cast.filter(({ expected, waits }) => expected.taught === 8 && waits === null)
    await expect(figure(page, 'all hours')).toHaveText(String(full.length))
  })

  const waiting = figure(page, 'waiting')
  await test.step('the queue is answered by one click for each person, but for one contradiction', async () => {
    // The two phones have the same number.
    const waitingPeople = cast.filter(({ waits }) => waits !== null).length - 1
    await expect(waiting).toHaveText(String(waitingPeople))
    const open = waits(page).filter({ hasNotText: 'Contradiction' })
    for (let left = await open.count(); left > 0; left = await open.count()) {
      await answer(page, open.first())
      await expect(open).toHaveCount(left - 1)
    }
    await expect(waiting).toHaveText('1')
  })

  await test.step('everybody is credited the hours of their habit, and certificates are issued', async () => {
    const hours = ({ expected, waits }: (typeof cast)[number]) =>
      waits === 'contradiction' ? expected.taught : expected.decided
    const count = cast.filter((each) => hours(each) > 0 && each.waits !== 'host').length
    await closeMessages(page)
    await page.getByRole('button', { name: `Issue ${count} certificates` }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: /^Issue \d+ certificates?$/ }).click()
    await panel.getByText(`Certificates issued: ${count} of ${count}`).waitFor()
    await page.keyboard.press('Escape')
    const credited = new Map((await hoursNow()).map(({ email, hours }) => [email, hours]))
    expect(cast.map(({ email, habit }) => [habit, credited.get(email)])).toEqual(
      cast.map((each) => [each.habit, hours(each)]),
    )
  })

  await test.step('a corrected report says who has less in it, and lowers nobody when the earlier one is set aside', async () => {
    const before = await hoursNow()
    const corrected = correctedCast(cast)
    await chooseReport(page, unicodeTextOf(newZoomReport(corrected, second)), 'day-2-corrected.csv')
    const panel = page.getByRole('dialog')
    await expect(panel).toContainText(/ha(s|ve) less here than in the report of/)
    await expectAccessible(page)
    await panel
      .getByRole('checkbox', { name: /^Set the report of .* aside once this file is imported$/ })
      .check()
    await importReport(page)
    await waits(page).filter({ hasText: 'Fewer hours' }).first().waitFor()
    await page.getByRole('textbox', { name: 'Search' }).fill('cast')
    for (const [place, { email, expected }] of corrected.entries()) {
      if (expected.taught === cast[place]?.expected.taught) continue
      const item = waits(page).filter({ hasText: email })
      await expect(item.getByRole('button', { name: `Accept ${expected.taught} hours` })).toBeVisible()
      await expect(item.getByRole('button', { name: 'Keep 8 hours' })).toBeVisible()
    }
    expect(await hoursNow()).toEqual(before)
  })
})

function figure(page: Page, label: string) {
  return page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
}

/** Returns what waits, with its answers. */
function waits(page: Page) {
  return page.getByRole('listitem').filter({ has: page.getByRole('group', { name: /^Answers for/ }) })
}

/** Answers something that waits, as its person would want it. */
async function answer(page: Page, item: Locator): Promise<void> {
  if (!(await item.innerText()).includes('Times missing or invalid')) {
    return item
      .getByRole('group', { name: /^Answers for/ })
      .getByRole('button')
      .first()
      .click()
  }
  await item.getByRole('button', { name: 'Enter the times' }).click()
  const panel = page.getByRole('dialog', { name: 'Enter the times' })
  await panel.getByLabel('Day').selectOption(second)
  await panel.getByLabel('From, Eastern').fill('07:58')
  await panel.getByLabel('To, Eastern').fill('12:00')
  await panel.getByRole('button', { name: 'Enter the times' }).click()
  await expect(panel).toBeHidden()
}
