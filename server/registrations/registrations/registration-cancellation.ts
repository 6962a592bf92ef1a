import { findHouse } from '#server/events/calendars/queries.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import type { Work } from '#server/work.ts'
import { cancellationMail } from './mails.ts'
import { findToldSlots, lockRegistrationFacts } from './queries.ts'
import { calendarRemoval, mailedEvent } from './registration-confirmation.ts'
import { withdrawReminders } from './registration-reminders.ts'
import { forgetTold } from './registration-told.ts'

/**
 * Emails people about canceled registrations, with the attachments that remove them from calendars. Skips
 * unconfirmed ones. May run twice.
 */
export async function tellCancellations(work: Work, registrationIds: number[]): Promise<void> {
  const { tx, config, clock } = work
  const registrations = await lockRegistrationFacts(tx, registrationIds, { isCanceled: true })
  const toldSlots = await findToldSlots(tx, registrationIds)
  const canceled = registrations.flatMap((registration) => {
    const told = toldSlots.get(registration.registrationId)
    return told ? [{ registration, told }] : []
  })
  if (canceled.length === 0) return
  await withdrawReminders(
    work,
    canceled.map(({ registration: { registrationId }, told: { eventSlotId } }) => ({
      registrationId,
      eventSlotId,
    })),
  )
  const [sender, house] = [await findSender(work), await findHouse(tx, config)]
  const { publicUrl } = config
  await writeMails(
    work,
    canceled.map(({ registration, told }) => {
      const { registrationId, moves, email } = registration
      const then = { ...registration, ...told }
      return {
        // A restored registration can be canceled again.
        cause: `registration:${registrationId}:${moves}:cancellation`,
        registrationId,
        event: mailedEvent(then),
        to: email,
        content: cancellationMail(then, { publicUrl, sender }),
        attachments: [calendarRemoval(registration, told, house, clock())],
      }
    }),
  )
  const ids = canceled.map(({ registration }) => registration.registrationId)
  await forgetTold(work, ids)
}
