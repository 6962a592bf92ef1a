import { paths } from '#contract/core/paths.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { factAbout, isInPerson, placeOf } from '#contract/events/facts.ts'
import { shownTimes } from '#contract/slots/times.ts'
import { ownJoinLink } from '#contract/webinars/joins.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import type { DueReminder } from './queries.ts'

/** To the person, about one day of their slot. */
export function reminderMail(
  reminder: DueReminder,
  { publicUrl, needed, now }: { publicUrl: string; needed: string | undefined; now: Date },
): MailContent {
  const { firstName, eventName, focusName, dayOn, reminderCode } = reminder
  const joinUrl = ownJoinLink(publicUrl, reminder)
  const fact = factAbout(reminder, isInPerson(reminder) ? 'photo id' : 'log in')
  const registered = publicUrl + paths.registeredEvents()
  return {
    subject: `${whenOf(reminder, now)}: ${eventName}`,
    paragraphs: [`Hi ${firstName},`, 'Reminder: your event is coming up.'],
    facts: [
      ['Event', eventName],
      ['Series', focusName],
      ['Date', shownDate(dayOn)],
      ['Time', shownTimes({ ...reminder, startOn: dayOn, endOn: dayOn })],
      ['Place', placeOf(reminder)],
    ],
    action:
      joinUrl === null
        ? { label: 'See your registration', url: registered }
        : { label: 'Join the webinar', url: joinUrl },
    closing: [...(fact ? [`${fact}.`] : []), ...(needed ? [needed] : [])],
    links: [{ label: 'Turn off reminders', url: publicUrl + paths.stopReminders({ code: reminderCode }) }],
  }
}

/** Returns the time until the start as of now: after downtime the reminder is late. */
function whenOf({ kind, dayOn, startAt }: DueReminder, now: Date): string {
  if (kind === 'day-before') return dayOn === easternDay(now) ? 'Today' : 'Tomorrow'
  const minutes = Math.round((startAt.getTime() - now.getTime()) / 60_000)
  if (minutes > 50) return 'In one hour'
  return minutes > 1 ? `In ${minutes} minutes` : 'Now'
}
