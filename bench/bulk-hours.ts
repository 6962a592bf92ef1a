import { encodeBody } from '#contract/core/endpoint.ts'
import { importHours } from '#contract/office/bulk-jobs/hours.ts'
import type { Figure } from './figures.ts'
import { perSecond } from './figures.ts'
import type { House } from './house.ts'
import { givenEvent } from './house.ts'
import { drive, formRequest } from './load.ts'
import { interleave } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const rows = 10_000

/** Credits a list of 10,000 people's hours in one call, then the same list again; certificates are later jobs. */
export async function measureBulkHours(house: House): Promise<Figure[]> {
  const portal = await startServer('portal.ts', { connection: house.connection })
  try {
    const { first, again } = await interleave({
      first: async () => upload(house, portal, await givenSlot(house)),
      again: async () => {
        const slot = await givenSlot(house)
        await upload(house, portal, slot)
        return upload(house, portal, slot)
      },
    })
    return [
      {
        what: 'Uploaded hours of 10,000 people: rows credited',
        portal: perSecond(first.perSecond),
        yardstick: '',
        value: first.perSecond,
        shown: perSecond(first.perSecond),
        goal: { atLeast: 5000 },
      },
      {
        what: 'The same list once more, which changes nothing: rows',
        portal: perSecond(again.perSecond),
        yardstick: '',
        value: again.perSecond,
        shown: perSecond(again.perSecond),
      },
    ]
  } finally {
    await portal.stop()
  }
}

interface Slot {
  eventSlotId: number
  emails: string[]
}

/** Adds an event's slot with this many registrations. */
async function givenSlot(house: House): Promise<Slot> {
  const { eventId, slotIds } = await givenEvent(house)
  const [eventSlotId = 0] = slotIds
  const people = await house.query<{ email: string }>(
    `with people as (select user_id, email from users where role = 'user' and first_name <> '' and zip <> '' limit ${rows}),
     registered as (insert into registrations (user_id, event_id, event_slot_id) select user_id, $1, $2 from people)
     select email from people`,
    [eventId, eventSlotId],
  )
  return { eventSlotId, emails: people.map(({ email }) => email) }
}

async function upload(
  { administrator: token }: House,
  { port }: Server,
  { eventSlotId, emails }: Slot,
): Promise<{ perSecond: number }> {
  const data = emails.map((email) => ({ email, hours: 8, notes: 'Attended both days' }))
  const form = encodeBody(importHours, { event_slot_id: eventSlotId, data }) as FormData
  const call = await formRequest(`/api${importHours.path}`, form, token)
  const { p50 } = await drive(port, [call], 1)
  return { perSecond: (emails.length / p50) * 1000 }
}
