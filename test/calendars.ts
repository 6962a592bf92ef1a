import ICAL from 'ical.js'
import { textOfMail } from '#server/foundation/mails/mail-sending.ts'
import type { TestApp } from './app.ts'

/** Returns the method and the events of a file, as a calendar program reads them. */
export function readCalendar(file: Buffer | string) {
  const calendar = new ICAL.Component(ICAL.parse(file.toString()))
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const organizer = component.getFirstProperty('organizer')
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      location: event.location,
      description: event.description,
      url: component.getFirstPropertyValue('url'),
      conference: component.getFirstPropertyValue('conference'),
      alarms: component
        .getAllSubcomponents('valarm')
        .map((alarm) => String(alarm.getFirstPropertyValue('trigger'))),
      start: event.startDate.toJSDate(),
      end: event.endDate.toJSDate(),
      status: component.getFirstPropertyValue('status'),
      stamp: (component.getFirstPropertyValue('dtstamp') as InstanceType<typeof ICAL.Time>).toJSDate(),
      organizer: [organizer?.getFirstValue(), organizer?.getParameter('cn')],
      attendees: event.attendees.map((attendee) => [
        String(attendee.getFirstValue()).toLowerCase(),
        attendee.getParameter('cn'),
        attendee.getParameter('partstat'),
        attendee.getParameter('rsvp'),
      ]),
    }
  })
  return [calendar.getFirstPropertyValue('method'), events] as const
}

/** Returns a person's mails, newest first, with each calendar's method, ids, sequences and starts. */
export async function mailsWithCalendars({ services: { db } }: TestApp, email: string) {
  const mails = await db
    .selectFrom('mails')
    .select(['mailId', 'subject', ...textOfMail])
    .where('toAddress', '=', email)
    .orderBy('mailId', 'desc')
    .execute()
  return Promise.all(
    mails.map(async ({ mailId, ...mail }) => {
      const attachments = await db
        .selectFrom('mailAttachments')
        .where('contentType', 'like', 'text/calendar%')
        .select('content')
        .where('mailId', '=', mailId)
        .orderBy('place')
        .execute()
      const calendars = attachments.map(({ content }) => {
        const [method, events] = readCalendar(content)
        return [
          method,
          events.map(({ uid, sequence, start }) => [uid, sequence, start.toISOString()]),
        ] as const
      })
      return { ...mail, calendars }
    }),
  )
}
