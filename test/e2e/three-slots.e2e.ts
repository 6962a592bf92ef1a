import type { Page } from '@playwright/test'
import { paths } from '#contract/core/paths.ts'
import type { CastDay } from '#test/cast.ts'
import { castDays } from '#test/cast.ts'
import { csvOf, newZoomReport, zoomPollReport } from '#test/cast-reports.ts'
import type { CoursePerson, CourseSlot } from '#test/course-cast.ts'
import { castAt, courseCast, courseSlots } from '#test/course-cast.ts'
import { desk, expectAccessible, phone } from './accessible.ts'
import { expect, testAlone as test } from './fixtures.ts'
import { signInAsAdministrator } from './people.ts'
import type { Portal } from './portal.ts'

const [first, second] = castDays

test('60 people come to three slots of an event on two days, and each gets the hours of the days on which they were there', async ({
  page,
  ownPortal: portal,
}) => {
  // Fifteen files are uploaded.
  test.slow()
  const cast = courseCast()
  const slots = await givenCourse(portal, cast)
  const report = (slot: CourseSlot, on: CastDay, part?: 1 | 2) =>
    csvOf(newZoomReport(castAt(cast, { slot, on, ...(part && { part }) }), on, webinarOf(slot)))
  const polls = (slot: CourseSlot, on: CastDay) =>
    csvOf(zoomPollReport(castAt(cast, { slot, on }), on, webinarOf(slot)))
  const open = (slot: CourseSlot) => page.goto(paths.attendance({ eventSlotId: slots[slot] }))
  const panel = page.getByRole('dialog')
  await page.setViewportSize(desk)
  await signInAsAdministrator(page, paths.attendance({ eventSlotId: slots.morning }))

  await test.step('the hours of all slots are credited automatically', async () => {
    await page.getByRole('combobox', { name: 'Automation of credits' }).selectOption('Credit')
    await panel.getByRole('button', { name: 'Credit', exact: true }).click()
    await expect(panel).toBeHidden()
  })

  await test.step('the restarted webinar has two files, and both count', async () => {
    await upload(page, 'morning-1-until-9-18.csv', report('morning', first, 1))
    await choose(page, 'morning-1-from-9-21.csv', report('morning', first, 2))
    await expect(panel).toContainText(/^.*Adds [\d,]+ minutes to Course \d\d Person and \d+ more\./s)
    await keep(page)
    await upload(page, 'morning-2.csv', report('morning', second))
  })

  await test.step('a row of a practice session takes from no one', async () => {
    await choose(page, 'practice.csv', practiceOf(cast))
    await expect(panel).toContainText('This report covers no day of this time slot, so it does not count.')
    await keep(page)
  })

  await test.step("another slot's file is recognized, and is uploaded there", async () => {
    await choose(page, 'afternoon-1.csv', report('afternoon', first))
    await expect(panel).toContainText(
      'This looks like the report of Course of three slots, 1:00 PM – 5:00 PM',
    )
    await expectAccessible(page, [phone, desk])
    await panel.getByRole('button', { name: 'Upload it there' }).click()
    await expect(panel).toContainText('afternoon-1.csv for Course of three slots')
    await expect(panel.getByRole('button', { name: 'Upload it there' })).toHaveCount(0)
    await keep(page)
    await expect(page.getByRole('button', { name: 'Reports (4)' })).toBeVisible()
  })

  await test.step('the reports of the other slots, and the polls of all: the same words every hour', async () => {
    for (const on of castDays) await upload(page, `polls-${on}.csv`, polls('morning', on))
    await open('afternoon')
    await expect(page.getByRole('button', { name: 'Reports (1)' })).toBeVisible()
    await upload(page, 'afternoon-2.csv', report('afternoon', second))
    for (const on of castDays) await upload(page, `polls-${on}.csv`, polls('afternoon', on))
    await open('evening')
    for (const on of castDays) await upload(page, `evening-${on}.csv`, report('evening', on))
    for (const on of castDays) await upload(page, `polls-${on}.csv`, polls('evening', on))
  })

  await test.step('each person has the hours of their days, in the ledger and on the certificate', async () => {
    const expected = cast.map(({ email, expectedDays }) => {
      const days = castDays.flatMap((on, day) =>
        expectedDays[day] ? [{ on, hours: expectedDays[day] }] : [],
      )
      const hours = expectedDays[0] + expectedDays[1]
      return { email, hours, days, certified: hours > 0 ? days : null }
    })
    await expect.poll(() => credited(portal), { timeout: 60_000 }).toEqual(expected)
    const [{ twice } = { twice: null }] = await portal.query<{ twice: number }>(
      `select count(*)::integer as twice from (
         select from credits join registrations using (registration_id) join users using (user_id)
         where email like 'course-%' and source <> 'attendance') by_hand`,
      [],
    )
    expect(twice, 'credits by hand').toBe(0)
  })
})

/** Returns the hours of each person by day: credited, and on the newest certificate. */
function credited(portal: Portal) {
  return portal.query(
    `select email, registrations.hours, coalesce(credited_days, '[]') as days, issued.by_day as certified
     from registrations join users using (user_id)
     left join lateral (
       select by_day from certificates c where c.registration_id = registrations.registration_id order by issue desc limit 1) issued on true
     where email like 'course-%' order by email`,
    [],
  )
}

/** Inserts the event in the past, with its three slots and everybody's registration. */
async function givenCourse(
  portal: Portal,
  cast: readonly CoursePerson[],
): Promise<Record<CourseSlot, number>> {
  const rows = await portal.query<{ name: CourseSlot; eventSlotId: number }>(
    `with event as (
       insert into events (event_name) values ('Course of three slots') returning event_id
     ), slots as (
       insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time, webinar_id)
       select event_id, 2, $1, $2, "startTime", "endTime", "webinarId"
       from event cross join jsonb_to_recordset($3) as slot ("startTime" time, "endTime" time, "webinarId" text)
       returning event_id, event_slot_id, webinar_id
     ), people as (
       insert into users (email, first_name, last_name, country, state, zip, company_name)
       select email, "firstName", "lastName", 'United States', 'Ohio', '44114', 'Example Aviation'
       from jsonb_to_recordset($4) as person (email text, "firstName" text, "lastName" text) returning user_id, email
     ), registered as (
       insert into registrations (user_id, event_id, event_slot_id, registered_at)
       select user_id, event_id, event_slot_id, now() - interval '1 year'
       from people join jsonb_to_recordset($4) as person (email text, registered text) using (email)
       join jsonb_to_recordset($3) as slot (name text, "webinarId" text) on name = registered
       join slots on webinar_id = "webinarId"
     )
     select name, event_slot_id as "eventSlotId"
     from slots join jsonb_to_recordset($3) as slot (name text, "webinarId" text) on webinar_id = "webinarId"`,
    [first, second, JSON.stringify(courseSlots), JSON.stringify(cast)],
  )
  return Object.fromEntries(rows.map(({ name, eventSlotId }) => [name, eventSlotId])) as Record<
    CourseSlot,
    number
  >
}

function webinarOf(slot: CourseSlot): string {
  return courseSlots.find(({ name }) => name === slot)?.webinarId ?? ''
}

/** Returns a list with one row, two hours before the morning begins. */
function practiceOf([person]: readonly CoursePerson[]): Buffer {
  return Buffer.from(
    `User Name,Email,Join Time,Leave Time\n${person?.firstName},${person?.email},${first} 06:00,${first} 06:20\n`,
  )
}

async function upload(page: Page, name: string, file: Buffer): Promise<void> {
  await choose(page, name, file)
  await keep(page)
}

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page
    .getByRole('region', { name: 'Reports' })
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer })
}

async function keep(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Keep report' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}
