import { isInPerson } from '#contract/events/events/facts.ts'
import type { MailAttachment } from '#server/core/mail/mail.ts'
import { ticketPicture } from '#server/registrations/tickets/ticket-files.ts'
import { makeTickets } from '#server/registrations/tickets/tickets.ts'
import type { Work } from '#server/work.ts'
import type { DueReminder } from './queries.ts'

/** Returns true for a reminder with the ticket. People look for it on the day before and at the door. */
export function doesHaveTicket(reminder: DueReminder): boolean {
  return isInPerson(reminder) && reminder.kind !== 'week-before'
}

/** Returns the tickets of reminders as files, by registration. */
export async function findReminderTickets(
  work: Work,
  reminders: readonly DueReminder[],
): Promise<Map<number, MailAttachment[]>> {
  const ids = reminders.filter(doesHaveTicket).map(({ registrationId }) => registrationId)
  const tickets = await makeTickets(work, ids)
  return new Map(
    ids.map((registrationId, place) => [registrationId, [ticketPicture(tickets[place] as string)]]),
  )
}
