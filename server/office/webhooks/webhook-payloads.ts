import type { Expression } from 'kysely'
import { sql } from 'kysely'
import { certificateLink } from '#contract/counting/certificates/calls.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import type { ChatPlaceholder } from '#contract/office/webhooks/events.ts'
import { filledTemplate, testEvent, webhookEventLabel } from '#contract/office/webhooks/events.ts'
import { writtenEvent } from '#contract/office/webhooks/written-event.ts'
import type { User } from '#contract/people/users/user.ts'
import { userColumns } from '#server/people/users/queries.ts'
import type { Tx } from '#server/services.ts'
import type { ActivityDetails } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'
import { messageIdOf } from './queries.ts'

/** A delivery to write the body of, and the rights of its receiver. */
export interface Unwritten {
  deliveryId: number
  messageId: string
  activityId: number | null
  type: string
  registrationId: number | null
  userId: string | null
  happenedAt: Date
}

interface Receiver {
  kind: 'standard' | 'slack' | 'teams'
  template: string
  permissions: string[]
}

/**
 * Returns each delivery's body by its id; undefined for one with nothing to say: a withdrawn certificate, never
 * issued. An error for one that could not be written, so that it holds up no other one. What happened is as of its
 * time; names are as of now. Locks the people, so that a deletion of one of them evicts the body, or precedes it.
 */
export async function writeBodies(
  work: Work,
  receiver: Receiver,
  deliveries: Unwritten[],
): Promise<Map<number, string | undefined | Error>> {
  const people = await lockPeople(work.tx, deliveries)
  const facts = await findFacts(work.tx, deliveries)
  return new Map(
    deliveries.map((delivery): [number, string | undefined | Error] => {
      const { deliveryId, userId } = delivery
      try {
        return [deliveryId, bodyOf(work, receiver, delivery, facts.get(deliveryId), people.get(userId ?? ''))]
      } catch (problem) {
        return [deliveryId, problem as Error]
      }
    }),
  )
}

function bodyOf(
  work: Work,
  receiver: Receiver,
  delivery: Unwritten,
  facts: Facts | undefined,
  person: User | undefined,
): string | undefined {
  if (delivery.type !== testEvent && !facts) return undefined
  if (delivery.type === 'certificate.withdrawn' && !facts?.issue) return undefined
  const isChat = receiver.kind !== 'standard'
  return JSON.stringify(
    isChat ? chatOf(receiver, delivery, facts, person) : eventOf(work, receiver, delivery, facts, person),
  )
}

async function lockPeople(tx: Tx, deliveries: Unwritten[]): Promise<Map<string, User>> {
  const ids = deliveries.flatMap(({ userId }) => userId ?? [])
  if (ids.length === 0) return new Map()
  const people = await tx
    .selectFrom('users')
    .select(userColumns)
    .where('userId', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('userId')
    .forKeyShare()
    .execute()
  return new Map(people.map((person) => [person.userId, person]))
}

interface Facts extends SlotTime {
  deliveryId: number
  details: ActivityDetails
  eventId: number | null
  eventName: string | null
  eventSlotId: number | null
  from: (SlotTime & { eventSlotId: number }) | null
  registrationVersion: number | null
  registeredAt: Date | null
  certificateCode: string | null
  issue: number | null
  serial: string | null
  offeredUntil: Date | null
}

/**
 * Reads each delivery's activity, with the slot and the certificate as of its time. The slot is where the next
 * move comes from, else the current one.
 */
async function findFacts(tx: Tx, deliveries: Unwritten[]): Promise<Map<number, Facts>> {
  const ids = deliveries.map(({ deliveryId }) => deliveryId)
  const slot = (id: Expression<unknown>) =>
    sql`(select to_jsonb(one) from (select event_slot_id as "eventSlotId", start_on as "startOn", end_on as "endOn",
      left(start_time::text, 5) as "startTime", left(end_time::text, 5) as "endTime"
      from event_slots where event_slot_id = ${id}) one)`
  const { rows } = await sql<Facts & { slot: (SlotTime & { eventSlotId: number }) | null }>`
    select delivery_id, details, event.event_id, event_name, ${slot(sql`at.place`)} as slot,
      ${slot(sql`(details->>'fromSlotId')::int`)} as "from", registration.version as registration_version,
      registration.registered_at, registration.certificate_code, certificate.issue, certificate.serial,
      (select offered_until from waitlist_entries as entry where entry.user_id = delivery.user_id
        and entry.event_slot_id = at.place and entry.state = 'offered') as offered_until
    from webhook_deliveries delivery
    join activities activity using (activity_id)
    left join registrations registration on registration.registration_id = delivery.registration_id
    cross join lateral (select coalesce(
      (details->>'toSlotId')::int, (details->>'eventSlotId')::int,
      (select (later.details->>'fromSlotId')::int from activities later
        where later.registration_id = delivery.registration_id and later.activity_id > activity.activity_id
          and later.activity = 'moved' order by later.activity_id limit 1),
      registration.event_slot_id) as place) at
    left join event_slots on event_slots.event_slot_id = at.place
    left join events event on event.event_id = event_slots.event_id
    left join lateral (select issue, serial from certificates
      where certificates.registration_id = delivery.registration_id
        and issue <= coalesce((details->>'issue')::int, issue)
      order by issue desc limit 1) certificate on true
    where delivery_id = any(${ids}::bigint[])`.execute(tx)
  return new Map(rows.map(({ slot, ...row }) => [row.deliveryId, { ...row, ...slot } as Facts]))
}

function eventOf(
  { config }: Work,
  receiver: Receiver,
  delivery: Unwritten,
  facts: Facts | undefined,
  person: User | undefined,
) {
  const { type, happenedAt, registrationId, userId } = delivery
  const link = certificateLink(config.publicUrl, facts?.certificateCode ?? null)
  const about = { type, happenedAt, registrationId, userId, id: messageIdOf(delivery), link }
  return writtenEvent(about, facts, person, receiver.permissions)
}

function chatOf(receiver: Receiver, { type }: Unwritten, facts: Facts | undefined, person: User | undefined) {
  const values: Partial<Record<ChatPlaceholder, string>> = { what: webhookEventLabel(type) }
  if (person)
    Object.assign(values, { person: `${person.firstName} ${person.lastName}`.trim(), email: person.email })
  if (facts?.eventName) values.event = facts.eventName
  if (facts?.eventSlotId != null) values.slot = shownTimeslot(facts)
  if (facts?.details.minutes !== undefined) values.hours = String(facts.details.minutes / 60)
  else if (facts?.details.hours !== undefined) values.hours = String(facts.details.hours)
  if (receiver.kind === 'slack') {
    const escaped = Object.entries(values).map(([name, value]) => [name, slackText(value)])
    return { text: filledTemplate(receiver.template, Object.fromEntries(escaped)) }
  }
  const text = { type: 'TextBlock', text: teamsText(filledTemplate(receiver.template, values)), wrap: true }
  const content = { type: 'AdaptiveCard', version: '1.4', body: [text] }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  }
}

/** Returns a text that Slack shows as it is: no mention, no link. */
function slackText(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Returns a text without the marks of a link, which a card would make of a name. */
function teamsText(value: string): string {
  return value.replaceAll(/[[\]]/g, '\\$&')
}
