import type { Page } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { demoSeason } from './demo-season.ts'
import { expect, test } from './fixtures.ts'
import { aWeekAgo, givenHeldSlot } from './held-slots.ts'
import { signInAsAdministrator } from './people.ts'

const people = 6
const days = [addDays(aWeekAgo, -2), addDays(aWeekAgo, -1)] as const
const [first, second] = days

test('from two report files to everybody emailed takes 9 clicks, and a person asks why in 2', async ({
  page,
  portal,
}) => {
  test.slow()
  const roes = Array.from({ length: people }, (_, place) => ({
    email: `roe-${place + 1}@example.com`,
    firstName: `Kim ${place + 1}`,
    lastName: 'Roe',
  }))
  await givenHeldSlot(portal, roes, days)
  await signInAsAdministrator(page, paths.dashboard())
  await page.addInitScript(countClicks)
  await page.reload()
  const steps = page.getByRole('region', { name: 'What to do next' })
  const mailed = () => portal.query<{ count: number }>('select count(*)::int as count from certificate_mails')

  await test.step('two files, one answer about polls, and one button', async () => {
    await steps
      .getByRole('listitem')
      .filter({ hasText: 'no attendance report yet' })
      .getByRole('link')
      .click()
    await page.getByRole('heading', { level: 1, name: /^Attendance & hours:/ }).waitFor()
    await upload(page, first)
    await upload(page, second)
    // Each day may have had polls.
    const noPolls = page.getByRole('button', { name: 'No questions were asked' })
    await noPolls.first().click()
    await expect(noPolls).toHaveCount(1)
    await noPolls.click()
    await expect(noPolls).toHaveCount(0)
    await page.getByRole('button', { name: `Issue ${people} certificates` }).click()
    const panel = page.getByRole('dialog')
    await expect(
      panel.getByRole('checkbox', { name: 'Email each certificate as it is issued' }),
    ).toBeChecked()
    await panel.getByRole('button', { name: `Issue ${people} certificates` }).click()
    await expect(panel.getByText(`Emails sent: ${people} of ${people}`)).toBeVisible()
    await expect(panel.getByText(`${people} certificates issued, ${people} emailed`)).toBeVisible()
    expect(await mailed()).toEqual([{ count: people }])
    const clicks = await clicksOf(page)
    console.log(`From two report files to everybody emailed: ${clicks} clicks`)
    expect(clicks).toBeLessThanOrEqual(9)
  })

  await test.step('certificates that were not emailed stay on the dashboard until they are', async () => {
    await portal.query('delete from certificate_mails')
    await page.goto(paths.dashboard())
    const line = steps.getByRole('listitem').filter({ hasText: `${people} certificates issued, 0 emailed` })
    await line.getByRole('button', { name: `Email ${people}` }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: `Email ${people} certificates` }).click()
    await expect(panel.getByText(`${people} of ${people} registrations changed`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(line).toHaveCount(0)
  })

  await test.step('a report that is there already needs 4 clicks', async () => {
    const [fetched] = (await portal.query<{ id: number; on: string; name: string }>(
      `with held as (
        update event_slots set start_on = now()::date - 7, end_on = now()::date - 7, start_time = '08:00', end_time = '12:00'
        from (select event_slot_id as id, event_name as name from event_slots join events using (event_id)
          where event_name like '%Turbine%' and start_on > now()::date order by event_slot_id limit 1) chosen
        where event_slot_id = id returning id, event_id as event, start_on::text as day, name
      ), registered as (
        insert into registrations (user_id, event_id, event_slot_id)
        select user_id, event, id from users, held where email like 'roe-%'
      ) select id, day as on, name from held`,
    )) as [{ id: number; on: string; name: string }]
    await page.goto(paths.attendance({ eventSlotId: fetched.id }))
    await upload(page, fetched.on)
    await page.goto(paths.dashboard())
    const begun = await clicksOf(page)
    await steps.getByRole('listitem').filter({ hasText: fetched.name }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'No questions were asked' }).click()
    await page.getByRole('button', { name: `Issue ${people} certificates` }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: `Issue ${people} certificates` }).click()
    await expect(panel.getByText(`Emails sent: ${people} of ${people}`)).toBeVisible()
    const clicks = (await clicksOf(page)) - begun
    console.log(`From a fetched report to everybody emailed: ${clicks} clicks`)
    expect(clicks).toBeLessThanOrEqual(4)
    expect(
      await portal.query(
        `select count(*)::int as count from certificate_mails join registrations using (registration_id)
        where event_slot_id = $1`,
        [fetched.id],
      ),
    ).toEqual([{ count: people }])
  })

  await test.step('the person on the phone is found, and the number of hours says why', async () => {
    await page.goto(paths.dashboard())
    await steps.waitFor()
    const before = await clicksOf(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search people/ }).fill('Kim 2 Roe')
    const found = page.getByRole('option', { name: /Kim 2 Roe/ })
    await found.first().click()
    await page.getByRole('heading', { level: 1, name: 'Kim 2 Roe' }).waitFor()
    await page.getByRole('button', { name: /^7 of 8 hours of Kim 2 Roe/ }).click()
    const panel = page.getByRole('dialog')
    await expect(panel.getByText(/They were away/)).toBeVisible()
    await expect(panel.getByText('7 other hours are fine')).toBeVisible()
    await expect(panel.getByText(/\byou\b/i)).toHaveCount(0)
    const clicks = (await clicksOf(page)) - before
    console.log(`Why did I get 7: ${clicks} clicks and one search`)
    expect(clicks).toBeLessThanOrEqual(2)
    await page.goto(`${paths.allRegistrations()}?year=${demoSeason - 1}`)
    await page.getByRole('button', { name: /^7 of 8 hours of Kim 2 Roe/ }).click()
    await expect(panel.getByText(/They were away/)).toBeVisible()
  })
})

/** Uploads a day's report. Choosing the file is one click, which the browser's own dialog takes. */
async function upload(page: Page, day: string): Promise<void> {
  const rows = Array.from({ length: people }, (_, place) => {
    const who = `Kim ${place + 1} Roe,roe-${place + 1}@example.com`
    return place === 1 && day === first
      ? `${who},${day} 08:00,${day} 10:05\n${who},${day} 10:25,${day} 12:00`
      : `${who},${day} 08:00,${day} 12:00`
  })
  const choosing = page.waitForEvent('filechooser')
  await page
    .getByRole('region', { name: 'Reports' })
    .getByRole('button', { name: /^Upload/ })
    .first()
    .click()
  await (await choosing).setFiles({
    name: `${day}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(['User Name,Email,Join Time,Leave Time', ...rows].join('\n')),
  })
  await page.getByRole('button', { name: 'Import report' }).click()
  await expect(page.getByRole('button', { name: 'Import report' })).toHaveCount(0)
}

/** Counts the clicks in the session storage, which stays when the page changes. */
function countClicks(): void {
  addEventListener(
    'click',
    ({ isTrusted }) => {
      if (isTrusted) sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1))
    },
    true,
  )
}

async function clicksOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(sessionStorage.getItem('clicks')))
}
