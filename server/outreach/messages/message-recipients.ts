import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { nameOrEmail } from '#contract/core/names.ts'
import type { Held } from '#contract/events/events/facts.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import type { MessageRecipients } from '#contract/outreach/messages/calls.ts'
import { mostRecipients } from '#contract/outreach/messages/calls.ts'
import type { MessageVerdict } from '#contract/outreach/messages/rules.ts'
import { messageVerdict } from '#contract/outreach/messages/rules.ts'
import type { MessageKind, MessageText } from '#contract/outreach/messages/text.ts'
import { hasPlaceholder } from '#contract/outreach/messages/text.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { readFilter } from '#server/registrations/registration-lists/registration-list-filter.ts'
import { unregisteredCondition } from '#server/registrations/registration-lists/registration-list-unregistered.ts'
import type { Db, Services } from '#server/services.ts'

/** The registration that a message is about. */
interface MessageRegistration extends SlotTime, Held {
  registrationId: number
  eventId: number
  eventName: string
  joinCode: string
  isCanceled: boolean
}

/** A person in a message, with the verdict. */
export interface Candidate {
  userId: string
  firstName: string
  name: string
  email: string
  reminderCode: string
  registration: MessageRegistration | null
  verdict: MessageVerdict
}

/** Returns what decides about the recipients of a text. */
export function ruledBy({ kind, html }: Pick<MessageText, 'kind' | 'html'>) {
  return { kind, hasJoinLink: hasPlaceholder(html, 'join link') }
}

type ReadServices = Pick<Services, 'db' | 'config' | 'clock'>

/**
 * Returns a message's people with verdicts: a line per registration, for news a line per person. Refuses with
 * TOO_MANY_RECIPIENTS.
 */
export async function findCandidates(
  services: ReadServices,
  message: { kind: MessageKind; hasJoinLink: boolean },
  recipients: MessageRecipients,
): Promise<Candidate[]> {
  const { db } = services
  const chosen = await conditionsOf(services, recipients)
  const rows =
    'ofRegistration' in chosen
      ? message.kind === 'registration'
        ? await findRegistrations(db, chosen.ofRegistration)
        : await findPeople(
            db,
            sql`u.user_id in (select r.user_id ${registrationsThat(chosen.ofRegistration)})`,
          )
      : await findPeople(db, chosen.ofPerson)
  if (rows.length > mostRecipients) throw new Refusal('TOO_MANY_RECIPIENTS')
  return rows.map(({ isBounced, hasConsent, ...row }) => {
    const { registration } = row
    const facts = registration && { ...registration, isInPerson: isInPerson(registration) }
    const verdict = messageVerdict(message, { isBounced, hasConsent, registration: facts })
    return { ...row, name: nameOrEmail(row), verdict }
  })
}

type Conditions = { ofRegistration: RawBuilder<unknown> } | { ofPerson: RawBuilder<unknown> }

/** Returns the condition on a registration `r` of a person `u`, or on a person `u`. */
async function conditionsOf(services: ReadServices, recipients: MessageRecipients): Promise<Conditions> {
  if ('registrationIds' in recipients) {
    return { ofRegistration: sql`r.registration_id = any(${recipients.registrationIds}::integer[])` }
  }
  if ('userIds' in recipients) {
    // A merged account gets mail under the surviving account.
    return {
      ofPerson: sql`u.user_id in (
        select coalesce(merged_into, user_id) from users where user_id = any(${recipients.userIds}::uuid[]))`,
    }
  }
  if ('unregistered' in recipients) {
    return { ofPerson: await unregisteredCondition(services, recipients.unregistered) }
  }
  const { condition } = await readFilter(services, recipients.filter)
  return { ofRegistration: sql`r.cancelled_at is null and ${condition}` }
}

function registrationsThat(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    from registrations r join users u using (user_id) join event_slots s using (event_slot_id)
    join events e on e.event_id = r.event_id where ${condition}`
}

interface Row extends Omit<Candidate, 'name' | 'verdict'> {
  lastName: string
  isBounced: boolean
  hasConsent: boolean | null
}

const personColumns = sql`u.user_id, first_name, last_name, email, reminder_code, has_given_mailing_consent as has_consent,
  exists (select from bounces where bounces.email = u.email and cleared_at is null) as is_bounced`

async function findRegistrations(db: Db, condition: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'registration'> & MessageRegistration>`
    select ${personColumns}, r.registration_id, e.event_id, event_name, e.is_in_person, focus_id, join_code,
      start_on, end_on, start_time, end_time, r.cancelled_at is not null as is_canceled
    ${registrationsThat(condition)}
    order by r.registration_id limit ${mostRecipients + 1}`.execute(db)
  return rows.map(
    ({ userId, firstName, lastName, email, reminderCode, hasConsent, isBounced, ...registration }) => {
      return { userId, firstName, lastName, email, reminderCode, hasConsent, isBounced, registration }
    },
  )
}

async function findPeople(db: Db, condition: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${personColumns}, null as registration from users u where ${condition}
    order by lower(first_name || ' ' || last_name), u.user_id limit ${mostRecipients + 1}`.execute(db)
  return rows
}
