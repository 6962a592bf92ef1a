import { stopRemindersLink } from '#contract/reminders.ts'
import { writeMails } from '#server/mails/mails.ts'
import type { Work } from '#server/work.ts'
import { reminderMail } from './mails.ts'
import { lockDueReminders } from './queries.ts'

const mostAtOnce = 1000

/** Writes the reminders that are due now, as everything is now; each once, however often and by whomever it is run. */
export async function remind(work: Work): Promise<void> {
  const { tx, addJobs, clock, config } = work
  const now = clock()
  const due = await lockDueReminders(tx, now, mostAtOnce)
  await writeMails(
    work,
    due.map((reminder) => ({
      cause: reminder.cause,
      to: reminder.email,
      content: reminderMail(reminder, config.publicUrl, now),
      unsubscribeUrl: stopRemindersLink(config.publicUrl, reminder.reminderCode),
      expiresAt: reminder.uselessAt,
    })),
  )
  if (due.length === mostAtOnce) await addJobs('remind', [{}])
}
