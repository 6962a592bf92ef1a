import { Button, Loader, Menu } from '@mantine/core'
import { CalendarPlus, Download, ExternalLink } from 'lucide-react'
import { shownDay } from '#contract/core/plain-dates.ts'
import { calendarText, getCalendarLink } from '#contract/events/calendars/calls.ts'
import { calendarLinks } from '#contract/events/calendars/links.ts'
import { placeOf } from '#contract/events/events/facts.ts'
import { useData } from '#web/core/api/data.tsx'
import { explain } from '#web/core/api/explain.ts'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import type { Slot } from '#web/events/slots/offered-slots.ts'

interface Props {
  event: GroupedEvent
  slot: Slot
  /** The main button of its place. */
  isMain?: boolean
}

/** Adds a registration's slot to the person's calendar. */
export function AddToCalendar({ event, slot, isMain }: Props) {
  return (
    <Menu position="bottom-start" width={270}>
      <Menu.Target>
        <Button
          variant={isMain ? 'filled' : 'default'}
          data-autofocus={isMain}
          leftSection={<CalendarPlus size={17} />}
        >
          Add to calendar
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <CalendarFile registrationId={slot.registrationId} />
        <CalendarServices event={event} slot={slot} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** A file with every day of the slot; later emails move or cancel its entries. One element, because it may have the focus. */
function CalendarFile({ registrationId }: { registrationId: number | null }) {
  const { data, error } = useData(getCalendarLink, {})
  const isWaiting = data ? undefined : true
  return (
    <Menu.Item
      component="a"
      href={data && `${data.url}/${registrationId}`}
      data-disabled={isWaiting}
      aria-disabled={isWaiting}
      closeMenuOnClick={!isWaiting}
      leftSection={data ? <Download size={16} /> : error ? undefined : <Loader size={16} />}
    >
      {error && !data ? explain(error) : 'Calendar file (Apple, Outlook)'}
    </Menu.Item>
  )
}

function CalendarServices({ event, slot }: Omit<Props, 'isMain'>) {
  const { google, outlook } = calendarLinks(slot, {
    eventName: event.eventName,
    text: calendarText({ ...event, ...slot }, { ...slot, publicUrl: window.location.origin }),
    location: slot.joinUrl ?? placeOf(event),
  })
  const links = [
    { name: 'Google Calendar', url: google },
    ...outlook.map(({ day, url }) => ({
      name: outlook.length > 1 ? `Outlook.com, ${shownDay(day.on)}` : 'Outlook.com',
      url,
    })),
  ]
  return links.map(({ name, url }) => (
    <Menu.Item
      key={url}
      component="a"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={<ExternalLink size={16} />}
    >
      {name}
    </Menu.Item>
  ))
}
