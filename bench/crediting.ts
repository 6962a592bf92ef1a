import { addDays, type PlainDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import { givenEvent } from './house.ts'
import { interleave } from './rounds.ts'
import { startServer } from './servers.ts'

const people = 1000
const lastWeek = addDays(easternDay(new Date()), -7)

/** Measures an event that is credited and mailed by itself, from its report until 1,000 people have their certificates by SMTP. */
export async function measureCrediting(house: House): Promise<Figure[]> {
  const { connection } = house
  const receiver = await startServer('mail-receiver.ts', { connection })
  const environment = { MAIL_URL: `smtp://127.0.0.1:${receiver.port}` }
  const portal = await startServer('portal.ts', { connection, works: true, environment })
  try {
    const { mailed } = await interleave({
      mailed: async (round) => {
        // Nobody is credited for two slots of the same time.
        const on = addDays(lastWeek, -round)
        const { eventSlotId, emails } = await givenRegistrations(house, on)
        const beganAt = performance.now()
        await upload(house, { port: portal.port, eventSlotId, emails, on })
        await untilMailed(house, eventSlotId)
        return { seconds: (performance.now() - beganAt) / 1000 }
      },
    })
    const shown = `${mailed.seconds.toFixed(1)} s`
    return [
      {
        what: 'From the report of 1,000 people to their certificates in the mailbox, by the automation',
        ...{ portal: shown, yardstick: '', value: mailed.seconds, shown, goal: { atMost: 600 } },
      },
    ]
  } finally {
    await portal.stop()
    await receiver.stop()
  }
}

/** Adds a slot that is over with 1,000 people, whose event credits and mails by itself. */
async function givenRegistrations(
  house: House,
  on: PlainDate,
): Promise<{ eventSlotId: number; emails: string[] }> {
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
  return { eventSlotId, emails: registered.map(({ email }) => email) }
}

async function upload(
  house: House,
  { port, eventSlotId, emails, on }: { port: number; eventSlotId: number; emails: string[]; on: PlainDate },
): Promise<void> {
  const rows = emails.map((email, index) => `Yes,Person ${index},${email},${on} 08:00:00,${on} 12:00:00`)
  const form = new FormData()
  form.set(
    'file',
    new Blob([['Attended,User Name,Email,Join Time,Leave Time', ...rows].join('\n')]),
    'day.csv',
  )
  form.set('time_zone', 'America/New_York')
  const answer = await fetch(`http://localhost:${port}/api/private/attendance-uploads/${eventSlotId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${house.administrator}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`An upload was answered ${answer.status}`)
}

/** Waits until everybody at the slot has their certificate. */
async function untilMailed(house: House, eventSlotId: number): Promise<void> {
  for (;;) {
    const [mailed] = await house.query<{ people: number }>(
      `select count(distinct registration_id)::int as people from certificate_mails join mails using (mail_id, registration_id)
       join registrations using (registration_id) where event_slot_id = $1 and mails.status = 'sent'`,
      [eventSlotId],
    )
    if (mailed?.people === people) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
