import type { Page } from '@playwright/test'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { expect } from './fixtures.ts'
import type { Portal } from './portal.ts'

/** The slot that is moved to the past. */
export const eventSlotId = 1

/** A day of last week, so that its reports are final. */
export const aWeekAgo = addDays(easternDay(new Date()), -7)

interface Person {
  email: string
  firstName?: string
  lastName?: string
}

/** Moves the slot to these days, 8 to 12, for these people. The portal would refuse to register for it. */
export async function givenHeldSlot(
  portal: Portal,
  people: readonly Person[],
  [first, last = first]: readonly PlainDate[] = [aWeekAgo],
): Promise<void> {
  await portal.query(
    `with slot as (
      update event_slots set start_on = $1, end_on = $2, start_time = '08:00', end_time = '12:00' where event_slot_id = $3
      returning event_id, event_slot_id
    ), people as (
      insert into users (email, first_name, last_name, country, state, zip, company_name, phone)
      select email, coalesce("firstName", 'Pat'), coalesce("lastName", 'Doe'), 'United States', 'Ohio', '44114', 'Example', '+1||8035550100'
      from jsonb_to_recordset($4) as person (email text, "firstName" text, "lastName" text) returning user_id
    ) insert into registrations (user_id, event_id, event_slot_id) select user_id, event_id, event_slot_id from people, slot`,
    [first, last, eventSlotId, JSON.stringify(people)],
  )
}

/** Returns the row of a report: a visit from one time to another. */
export function visit(name: string, email: string, day: PlainDate, from: string, to: string): string {
  return `${name},${email},${day} ${from},${day} ${to}`
}

/** Chooses a file on the page of a slot. */
export async function chooseReport(page: Page, file: string[] | Buffer, name = 'report.csv'): Promise<void> {
  const buffer = Buffer.isBuffer(file)
    ? file
    : Buffer.from(['User Name,Email,Join Time,Leave Time', ...file, ''].join('\n'))
  await page
    .getByRole('region', { name: 'Reports' })
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer })
}

/** Uploads rows, or a file, to the slot of the page. */
export async function uploadReport(page: Page, file: string[] | Buffer, name?: string): Promise<void> {
  await chooseReport(page, file, name)
  await importReport(page)
}

/** Imports the chosen file. */
export async function importReport(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Import report' }).click()
  await expect(dialog).toBeHidden()
}
