import { randomUUID } from 'node:crypto'
import { nameOrEmail } from '#contract/core/names.ts'
import { calendarLink } from '#contract/events/calendars/calls.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { hasEnded, slotDays } from '#contract/events/slots/times.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { MailAttachment, MailedEvent } from '#server/core/mail/mail.ts'
import type { House } from '#server/events/calendars/calendar-file.ts'
import { cancellation, invitation, sequenceOf } from '#server/events/calendars/calendar-file.ts'
import { ensureCalendarCodes } from '#server/events/calendars/calendars.ts'
import { findHouse } from '#server/events/calendars/queries.ts'
import { findNeededForCredit } from '#server/events/slots/slot-hours.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { NewMail } from '#server/foundation/mails/mails.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import { ticketFiles } from '#server/registrations/tickets/ticket-files.ts'
import type { Work } from '#server/work.ts'
import type { RegistrationFacts, ToldSlot } from './mails.ts'
import { confirmationMail } from './mails.ts'
import { lockRegistrationFacts } from './queries.ts'

/** A registration with the slot in its last confirmation, if any. */
export interface Telling {
  registration: RegistrationFacts
  told: ToldSlot | undefined
}

/** Emails the confirmation of a registration again, only to its person. Refuses with REGISTRATION_NOT_FOUND. */
export async function sendConfirmationEmail(work: Work, registrationId: number) {
  const [registration] = await lockRegistrationFacts(work.tx, [registrationId])
  if (!registration) throw new Refusal('REGISTRATION_NOT_FOUND')
  const cause = `registration:${registrationId}:again:${randomUUID()}`
  await writeMails(work, await confirmationsOf(work, [{ registration, told: undefined }], () => cause))
  await happened(work, [{ activity: 'confirmation-mailed', registrationId }])
}

/** Returns the confirmations of registrations; `causeOf` names their causes. */
export async function confirmationsOf(
  work: Work,
  tellings: Telling[],
  causeOf: (registration: RegistrationFacts) => string,
): Promise<NewMail[]> {
  const { tx, clock, config } = work
  const userIds = tellings.map(({ registration }) => registration.userId)
  const codes = await ensureCalendarCodes(work, userIds)
  const [sender, house, now] = [await findSender(work), await findHouse(tx, config), clock()]
  const slotIds = new Set(tellings.map(({ registration }) => registration.eventSlotId))
  const needed = await findNeededForCredit(tx, [...slotIds])
  const tickets = await ticketsOf(work, tellings, now)
  const { publicUrl } = config
  return tellings.map(({ registration, told }) => {
    const { registrationId, userId, email } = registration
    const calendarUrl = calendarLink(publicUrl, codes.get(userId) as string, registrationId)
    const about = { calendarUrl, sender, needed: needed.get(registration.eventSlotId) }
    return {
      registrationId,
      cause: causeOf(registration),
      event: mailedEvent(registration),
      to: email,
      content: confirmationMail(registration, { told, publicUrl, ...about, now }),
      attachments: [
        ...confirmationFiles({ registration, told }, house, now),
        ...(tickets.get(registrationId) ?? []),
      ],
    }
  })
}

/** Returns the tickets of the in-person slots that are not over, as files by their registrations. */
async function ticketsOf(work: Work, tellings: Telling[], now: Date): Promise<Map<number, MailAttachment[]>> {
  const holders = tellings
    .map(({ registration }) => registration)
    .filter((registration) => isInPerson(registration) && !hasEnded(registration, now))
    .map((registration) => ({ ...registration, name: nameOrEmail(registration) }))
  const files = await ticketFiles(work, holders)
  return new Map(holders.map(({ registrationId }, place) => [registrationId, files[place] ?? []]))
}

function confirmationFiles({ registration, told }: Telling, house: House, now: Date): MailAttachment[] {
  const files: MailAttachment[] = []
  // A slot that is over goes into no calendar, unless an earlier time of it is already there.
  if (told || !hasEnded(registration, now)) files.push(invitation(registration, house, now))
  if (!told) return files
  const keptDays = slotDays(registration).length
  // Removes the days that only the confirmed slot had.
  if (slotDays(told).length > keptDays) {
    const change = { keptDays, sequence: sequenceOf(registration) }
    files.push(cancellation({ ...registration, ...told }, change, house, now))
  }
  return files
}

/** Returns the attachment that removes a registration from the calendar, where the slot is the confirmed one. */
export function calendarRemoval(
  registration: RegistrationFacts,
  told: SlotTime,
  house: House,
  now: Date,
): MailAttachment {
  const change = { keptDays: 0, sequence: sequenceOf(registration) + 1 }
  return cancellation({ ...registration, ...told }, change, house, now)
}

/** Returns the event fields of a registration's mail for the mail service. */
export function mailedEvent(registration: RegistrationFacts): MailedEvent {
  const { eventName, startOn, endOn, startTime, endTime, email: userEmail } = registration
  return { eventName, startOn, endOn, startTime, endTime, userEmail }
}
