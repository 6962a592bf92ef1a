import * as z from 'zod/mini'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { User } from '#contract/people/users/user.ts'

/** The version of the form of events. It changes only if a field goes or gets another meaning. */
const formVersion = 1

interface About {
  id: string
  type: string
  happenedAt: Date
  registrationId: number | null
  userId: string | null
  /** The link of the certificate. */
  link: string | null
}

interface Facts extends SlotTime {
  details: {
    minutes?: number
    before?: number
    rule?: string | undefined
    hours?: number
    changes?: Record<string, unknown>
  }
  eventId: number | null
  eventName: string | null
  eventSlotId: number | null
  from: (SlotTime & { eventSlotId: number }) | null
  registrationVersion: number | null
  registeredAt: Date | null
  issue: number | null
  serial: string | null
  offeredUntil: Date | null
}

/** Returns an event as receivers get it, with what the permissions may read. A test event has no facts. */
export function writtenEvent(
  { id, type, happenedAt, registrationId, userId, link }: About,
  facts: Facts | undefined,
  person: User | undefined,
  permissions: readonly string[],
) {
  const head = { id, type, timestamp: happenedAt.toISOString(), version: formVersion }
  if (!facts) return { ...head, data: {} }
  const { details, issue, serial, offeredUntil } = facts
  const data = {
    ...(userId && { person: personOf(permissions, userId, person) }),
    ...(registrationId !== null && {
      registration: {
        registration_id: registrationId,
        version: facts.registrationVersion,
        registered_at: facts.registeredAt?.toISOString(),
      },
    }),
    ...(facts.eventId !== null && { event: { event_id: facts.eventId, event_name: facts.eventName } }),
    ...(facts.eventSlotId !== null && { slot: slotOf(facts) }),
    ...(facts.from && { from_slot: slotOf(facts.from) }),
    ...(type === 'hours.credited' && {
      hours: (details.minutes ?? 0) / 60,
      hours_before: (details.before ?? 0) / 60,
      is_manual: details.rule === undefined,
    }),
    ...(type.startsWith('certificate.') && {
      certificate: { serial, issue, hours: details.hours ?? 0, link },
    }),
    ...(type === 'waitlist.offered' && { offered_until: offeredUntil?.toISOString() ?? null }),
    ...(type.startsWith('person.') && { changed: changedFields(details) }),
  }
  return { ...head, data }
}

/** Returns a person as the permissions may read them: name and email, or the profile. */
function personOf(permissions: readonly string[], userId: string, person: User | undefined) {
  if (!person) return { user_id: userId }
  const { role: _, unprintable_letters: __, ...profile } = z.encode(User, person)
  if (permissions.includes('people:read')) return profile
  const { first_name, last_name, email } = profile
  return { user_id: userId, first_name, last_name, email }
}

function slotOf(slot: SlotTime & { eventSlotId: number | null }) {
  const days = slotDays(slot)
  return {
    event_slot_id: slot.eventSlotId,
    starts_at: days.at(0)?.startAt.toISOString(),
    ends_at: days.at(-1)?.endAt.toISOString(),
    days: days.length,
  }
}

/** Returns the names of the changed fields, as a person's fields are spelled in events. */
function changedFields({ changes = {} }: Facts['details']): string[] {
  return Object.keys(changes).map((field) =>
    field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
}
