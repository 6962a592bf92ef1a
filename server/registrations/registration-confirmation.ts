import { randomUUID } from 'node:crypto'
import { hasEnded } from '#contract/slots/times.ts'
import { happened } from '#server/activities/activities.ts'
import { invitation } from '#server/calendars/calendar-file.ts'
import { ensureCalendarLink } from '#server/calendars/calendars.ts'
import { findHouse } from '#server/calendars/queries.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { writeMail } from '#server/mails/mails.ts'
import { findSender } from '#server/training-providers/queries.ts'
import type { Work } from '#server/work.ts'
import { mailedEvent } from './mailed-registration.ts'
import { confirmationMail } from './mails.ts'
import { lockRegistrationFacts } from './queries.ts'

/** Emails the confirmation of a registration again, only to its person. Refuses with REGISTRATION_NOT_FOUND. */
export async function sendConfirmation(work: Work, registrationId: number): Promise<void> {
  const { tx, clock, config } = work
  const registration = await lockRegistrationFacts(tx, registrationId)
  if (!registration) throw new Refusal('REGISTRATION_NOT_FOUND')
  const calendarUrl = await ensureCalendarLink(work, registration.userId, registrationId)
  const sender = await findSender(work)
  const { publicUrl } = config
  const now = clock()
  await writeMail(work, {
    cause: `registration:${registrationId}:again:${randomUUID()}`,
    registrationId,
    event: mailedEvent(registration),
    to: registration.email,
    content: confirmationMail(registration, { told: undefined, publicUrl, calendarUrl, sender, now }),
    attachments: hasEnded(registration, now)
      ? []
      : [invitation(registration, await findHouse(tx, config), now)],
  })
  await happened(work, [{ activity: 'confirmation-mailed', registrationId }])
}
