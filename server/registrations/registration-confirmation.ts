import { randomUUID } from 'node:crypto'
import type { SlotTime } from '#contract/slots/times.ts'
import { hasEnded, slotDays } from '#contract/slots/times.ts'
import { happened } from '#server/activities/activities.ts'
import { cancellation, invitation, sequenceOf } from '#server/calendars/calendar-file.ts'
import { ensureCalendarLink } from '#server/calendars/calendars.ts'
import { findHouse } from '#server/calendars/queries.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { MailAttachment, MailedEvent } from '#server/core/mail/mail.ts'
import { writeMail } from '#server/mails/mails.ts'
import { findSender } from '#server/training-providers/queries.ts'
import type { Work } from '#server/work.ts'
import type { RegistrationFacts, ToldSlot } from './mails.ts'
import { confirmationMail } from './mails.ts'
import { lockRegistrationFacts } from './queries.ts'

/** Emails the confirmation of a registration again, only to its person. Refuses with REGISTRATION_NOT_FOUND. */
export async function sendConfirmation(work: Work, registrationId: number): Promise<void> {
  const registration = await lockRegistrationFacts(work.tx, registrationId)
  if (!registration) throw new Refusal('REGISTRATION_NOT_FOUND')
  const cause = `registration:${registrationId}:again:${randomUUID()}`
  await writeMail(work, { cause, ...(await confirmationOf(work, registration)) })
  await happened(work, [{ activity: 'confirmation-mailed', registrationId }])
}

/** Returns the confirmation of a registration, without its cause. `told` is the slot in the last one, if any. */
export async function confirmationOf(work: Work, registration: RegistrationFacts, told?: ToldSlot) {
  const { tx, clock, config } = work
  const { registrationId, userId } = registration
  const calendarUrl = await ensureCalendarLink(work, userId, registrationId)
  const [sender, house, now] = [await findSender(work), await findHouse(tx, config), clock()]
  // A slot that is over goes into no calendar, unless an earlier time of it is already there.
  const isNews = told !== undefined || !hasEnded(registration, now)
  const keptDays = slotDays(registration).length
  const hasVanished = told && slotDays(told).length > keptDays
  return {
    registrationId,
    event: mailedEvent(registration),
    to: registration.email,
    content: confirmationMail(registration, { told, publicUrl: config.publicUrl, calendarUrl, sender, now }),
    attachments: [
      ...(isNews ? [invitation(registration, house, now)] : []),
      // Removes the days that only the confirmed slot had.
      ...(hasVanished
        ? [
            cancellation(
              { ...registration, ...told },
              { keptDays, sequence: sequenceOf(registration) },
              house,
              now,
            ),
          ]
        : []),
    ],
  }
}

/** Returns the attachment that removes a registration from the calendar, where the slot is the confirmed one. */
export async function calendarRemoval(
  { tx, clock, config }: Work,
  registration: RegistrationFacts,
  told: SlotTime,
): Promise<MailAttachment> {
  const canceled = { ...registration, ...told }
  const change = { keptDays: 0, sequence: sequenceOf(registration) + 1 }
  return cancellation(canceled, change, await findHouse(tx, config), clock())
}

/** Returns the event fields of a registration's mail for the mail service. */
export function mailedEvent(registration: RegistrationFacts): MailedEvent {
  const { eventName, startOn, endOn, startTime, endTime, email: userEmail } = registration
  return { eventName, startOn, endOn, startTime, endTime, userEmail }
}
