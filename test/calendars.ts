import ICAL from 'ical.js'

/** The method and the events of a file, as a calendar program reads them. */
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
