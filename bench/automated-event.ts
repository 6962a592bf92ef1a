import { setTimeout as delay } from 'node:timers/promises'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { uploadAttendance } from './attendance-upload.ts'
import type { House } from './house.ts'
import { givenEvent } from './house.ts'
import type { Server } from './servers.ts'

const people = 1000

/** An event with automatic credits and emails, with one slot of four hours. */
export interface AutomatedEvent {
  eventId: number
  eventSlotId: number
  on: PlainDate
  /** The addresses of all registered people. */
  emails: string[]
}

/** Adds an event of 1,000 people with one slot that ended on this day. */
export async function givenAutomatedEvent(house: House, on: PlainDate): Promise<AutomatedEvent> {
  const { eventId, slotIds } = await givenEvent(house)
  const [eventSlotId = 0] = slotIds
  await house.query(
    "update event_slots set start_on = $2, end_on = $2, start_time = '08:00', end_time = '12:00' where event_slot_id = $1",
    [eventSlotId, on],
  )
  await house.query('insert into event_automations values ($1, $2, null, now())', [
    eventId,
    'credit-and-mail',
  ])
  // Without polls, and without this answer, the automation waits for an administrator.
  await house.query(
    "insert into attendance_decisions (event_slot_id, act, subject, reason) values ($1, 'set-aside', $2, 'No questions were asked')",
    [eventSlotId, `no-polls ${on}`],
  )
  const registered = await house.query<{ email: string }>(
    `with people as (
      select user_id, email from users
      where role = 'user' and first_name <> '' and last_name <> '' and zip <> '' and company_name <> '' limit ${people}),
     registered as (insert into registrations (user_id, event_id, event_slot_id) select user_id, $1, $2 from people)
     select email from people`,
    [eventId, eventSlotId],
  )
  if (registered.length !== people)
    throw new Error(`Only ${registered.length} people have a complete profile`)
  return { eventId, eventSlotId, on, emails: registered.map(({ email }) => email) }
}

/** Uploads a report in which everyone attended all the time. */
export async function uploadReport(
  house: House,
  { port }: Server,
  { eventSlotId, emails, on }: AutomatedEvent,
): Promise<void> {
  const rows = emails.map((email, index) => `Yes,Person ${index},${email},${on} 08:00:00,${on} 12:00:00`)
  const report = ['Attended,User Name,Email,Join Time,Leave Time', ...rows].join('\n')
  await uploadAttendance(house, port, { eventSlotId, name: 'day.csv', report })
}

/** Waits until everyone at the slot has their certificate by email. */
export async function untilMailed(house: House, { eventSlotId }: AutomatedEvent): Promise<void> {
  for (;;) {
    const [mailed] = await house.query<{ people: number }>(
      `select count(distinct registration_id)::int as people from certificate_mails join mails using (mail_id, registration_id)
       join registrations using (registration_id) where event_slot_id = $1 and mails.status = 'sent'`,
      [eventSlotId],
    )
    if (mailed?.people === people) return
    await delay(50)
  }
}
