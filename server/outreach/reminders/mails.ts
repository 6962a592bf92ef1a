import { paths } from '#contract/core/paths.ts'
import { shownDay } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { factAbout, isInPerson, placeOf, shownHours } from '#contract/events/events/facts.ts'
import { breakFacts } from '#contract/events/slots/breaks.ts'
import { shownSlot, shownTimes } from '#contract/events/slots/times.ts'
import { hoursNeeded } from '#contract/registrations/registrations/renewal-years.ts'
import { ownJoinLink } from '#contract/webinars/webinars/joins.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { ticketPictureShown } from '#server/registrations/tickets/ticket-files.ts'
import type { DueReminder } from './queries.ts'
import type { Lacking, OpenSlot } from './reminder-recipients.ts'
import { doesHaveTicket } from './reminder-tickets.ts'

/** To the person, about one day of their slot. */
export function reminderMail(
  reminder: DueReminder,
  { publicUrl, needed, now }: { publicUrl: string; needed: string | undefined; now: Date },
): MailContent {
  const { firstName, eventName, focusName, dayOn, reminderCode } = reminder
  const joinUrl = ownJoinLink(publicUrl, reminder)
  const fact = factAbout(reminder, isInPerson(reminder) ? 'photo id' : 'log in')
  const hasTicket = doesHaveTicket(reminder)
  const day = { ...reminder, startOn: dayOn, endOn: dayOn }
  const registered = publicUrl + paths.registeredEvents()
  return {
    subject: `${whenOf(reminder, now)}: ${eventName}`,
    preheader: `${shownSlot(day)} · ${placeOf(reminder)}`,
    paragraphs: [`Hi ${firstName},`, 'Reminder: your event is coming up.'],
    facts: [
      ['Event', eventName],
      ['Series', focusName],
      ['Date', shownDay(dayOn)],
      ['Time', shownTimes(day)],
      ...breakFacts(reminder),
      ['Venue', placeOf(reminder)],
    ],
    ...(hasTicket && { picture: ticketPictureShown }),
    action:
      joinUrl !== null
        ? { label: 'Join the webinar', url: joinUrl }
        : hasTicket
          ? { label: 'Show your ticket', url: publicUrl + paths.ticket(reminder) }
          : { label: 'See your registration', url: registered },
    list: [
      ...(fact ? [`${fact}.`] : []),
      ...(needed ? [needed] : []),
      ...(hasTicket ? ['Show the QR code of your ticket at the door, on your phone or printed.'] : []),
    ],
    links: [{ label: 'Turn off reminders', url: publicUrl + paths.stopReminders({ code: reminderCode }) }],
  }
}

/** Returns the time until the start: after downtime the reminder is late. */
function whenOf({ kind, dayOn, startAt }: DueReminder, now: Date) {
  if (kind === 'day-before') return dayOn === easternDay(now) ? 'Today' : 'Tomorrow'
  if (kind === 'week-before') {
    const days = Math.round((startAt.getTime() - now.getTime()) / 86_400_000)
    return days === 7 ? 'In one week' : `In ${days} days`
  }
  const minutes = Math.round((startAt.getTime() - now.getTime()) / 60_000)
  if (minutes > 50) return 'In one hour'
  return minutes > 1 ? `In ${minutes} minutes` : 'Now'
}

interface About {
  publicUrl: string
  /** '31 Mar 2027' */
  deadline: string
  slots: OpenSlot[]
  /** Each of the slots gives all missing hours. */
  doClose: boolean
}

/** To a person who missed a slot, or who lacks hours shortly before the deadline. */
export function renewalMail(
  {
    firstName,
    eventName,
    covered,
    reminderCode,
  }: Pick<Lacking, 'firstName' | 'eventName' | 'covered' | 'reminderCode'>,
  { publicUrl, deadline, slots, doClose }: About,
): MailContent {
  const missing = shownHours(hoursNeeded - covered)
  const have = covered === 0 ? '' : ` Your hours and registrations cover ${shownHours(covered)} so far.`
  return {
    subject: eventName === null ? `You still need ${missing} by ${deadline}` : `We missed you: ${eventName}`,
    paragraphs: [
      `Hi ${firstName},`,
      ...(eventName === null
        ? []
        : [
            `You were registered for ${eventName}, but we have no record that you attended. If you did attend, ask for a review under Registered Events.`,
          ]),
      `Your Inspection Authorization needs ${shownHours(hoursNeeded)} of refresher training by ${deadline}.${have} You still need ${missing}.`,
      openingOf(slots.length, doClose),
    ],
    facts: slots.map((slot) => [slot.eventName, shownSlot(slot)]),
    action: { label: 'Choose a time slot', url: publicUrl + paths.upcomingEvents() },
    links: [
      { label: 'Your registrations', url: publicUrl + paths.registeredEvents() },
      { label: 'Turn off reminders', url: publicUrl + paths.stopReminders({ code: reminderCode }) },
    ],
  }
}

function openingOf(count: number, doClose: boolean) {
  if (doClose) return count === 1 ? 'This one gets you there:' : 'Any of these gets you there:'
  return `You can still register for ${count === 1 ? 'this one' : 'these'}:`
}
