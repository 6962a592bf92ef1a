import { stopRemindersLink } from '#contract/outreach/reminders/calls.ts'
import { findNeededForCredit } from '#server/events/slots/slot-hours.ts'
import type { NewMail } from '#server/foundation/mails/mails.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import type { Work } from '#server/work.ts'
import { reminderMail } from './mails.ts'
import type { DueReminder } from './queries.ts'
import { lockDueReminders } from './queries.ts'
import { doesHaveTicket, findReminderTickets } from './reminder-tickets.ts'

const mostAtOnce = 1000

/** Writes the due reminders, each once even if several processes run it. */
export async function remind(work: Work) {
  const { tx, addJobs, clock } = work
  const now = clock()
  const due = await lockDueReminders(tx, now, mostAtOnce)
  const slotIds = new Set(due.map(({ eventSlotId }) => eventSlotId))
  const needed = await findNeededForCredit(tx, [...slotIds])
  const tickets = await findReminderTickets(work, due)
  const mailIds = await writeMails(
    work,
    due.map((reminder) => ({
      ...mailOf(work, reminder, { now, needed: needed.get(reminder.eventSlotId) }),
      attachments: doesHaveTicket(reminder) ? (tickets.get(reminder.registrationId) ?? []) : [],
    })),
  )
  const written = due.flatMap(({ registrationId, eventSlotId, dayOn, kind }, index) => {
    const mailId = mailIds[index]
    return mailId === undefined ? [] : [{ registrationId, eventSlotId, dayOn, kind, mailId }]
  })
  if (written.length > 0) await tx.insertInto('reminders').values(written).execute()
  if (due.length === mostAtOnce) await addJobs('remind', [{}])
}

function mailOf(
  { config: { publicUrl } }: Work,
  reminder: DueReminder,
  about: { needed: string | undefined; now: Date },
): NewMail {
  const { registrationId, eventSlotId, dayOn, kind, reminderCode } = reminder
  return {
    cause: `reminder:${registrationId}:${eventSlotId}:${dayOn}:${kind}`,
    registrationId,
    to: reminder.email,
    content: reminderMail(reminder, { publicUrl, ...about }),
    unsubscribeUrl: stopRemindersLink(publicUrl, reminderCode),
    expiresAt: reminder.uselessAt,
  }
}
