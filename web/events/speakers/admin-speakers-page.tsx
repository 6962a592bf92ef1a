import { Text } from '@mantine/core'
import { useContext } from 'react'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import { addSpeaker, changeSpeaker } from '#contract/events/speakers/edits.ts'
import { can } from '#web/core/session/can.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { AdminEventParts } from '#web/events/events/admin-event-parts.tsx'
import { EventOfPageContext } from '#web/events/events/event-of-page.ts'
import type { EditedPart } from '#web/events/events/event-part-panel.tsx'
import { LogoCard, LogoCards } from '#web/events/events/logo-card.tsx'

const editor = pagePanel<EditedPart>(() => import('./admin-edit-speaker-panel.tsx'), 'a speaker')

/** 'Manage Speakers': each event's courses, day by day. On the tab of an event: that event's. */
export default function AdminSpeakersPage() {
  const here = useContext(EventOfPageContext)
  return (
    <>
      <AdminEventParts
        title="Speakers"
        part="speaker"
        adds={addSpeaker}
        onAdd={({ eventId, eventName }) => editor.show({ eventId, eventName })}
      >
        {(event) =>
          daysOf(event).map((day) => <Day key={day} event={event} day={day} heading={here ? 'h3' : 'h4'} />)
        }
      </AdminEventParts>
      <editor.Panel />
    </>
  )
}

/** An in-person event has one day, unless a speaker is on the second. */
function daysOf(event: AdminEvent): (1 | 2)[] {
  const isOneDay = event.slots.some(({ focusId }) => isInPerson({ ...event, focusId }))
  return isOneDay && event.speakers.every(({ day }) => day === 1) ? [1] : [1, 2]
}

function Day({ event, day, heading }: { event: AdminEvent; day: 1 | 2; heading: 'h3' | 'h4' }) {
  const { eventId, eventName } = event
  const speakers = event.speakers.filter((speaker) => speaker.day === day)
  return (
    <div className="tight">
      <Text component={heading} size="sm" fw={600} c="dimmed">
        Day {day}
      </Text>
      <LogoCards label={`Speakers of ${eventName}, day ${day}`} of="speakers">
        {speakers.map(({ speakerId, logo, courseTitle, presenterName, companyName }) => (
          <LogoCard
            key={speakerId}
            logo={logo}
            title={courseTitle || companyName}
            text={[presenterName, companyName].filter(Boolean).join(', ')}
            onOpen={
              can(changeSpeaker) ? () => editor.show({ eventId, eventName, partId: speakerId }) : undefined
            }
          />
        ))}
      </LogoCards>
    </div>
  )
}
