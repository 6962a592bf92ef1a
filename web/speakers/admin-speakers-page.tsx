import { Text } from '@mantine/core'
import type { AdminEvent } from '#contract/events/calls.ts'
import { isInPerson } from '#contract/events/facts.ts'
import { addSpeaker, changeSpeaker } from '#contract/speakers/edits.ts'
import { can } from '#web/core/session/can.ts'
import { AdminEventParts } from '#web/events/admin-event-parts.tsx'
import { LogoCard, LogoCards } from '#web/events/logo-card.tsx'
import { AdminEditSpeaker, showEditSpeaker } from './admin-edit-speaker.tsx'
import styles from './admin-speakers-page.module.css'

/** 'Manage Speakers': the courses of each event, day by day. */
export default function AdminSpeakersPage() {
  return (
    <>
      <AdminEventParts
        title="Manage Speakers"
        part="speaker"
        adds={addSpeaker}
        onAdd={({ eventId, eventName }) => showEditSpeaker({ eventId, eventName })}
      >
        {(event) => <Days event={event} />}
      </AdminEventParts>
      <AdminEditSpeaker />
    </>
  )
}

function Days({ event }: { event: AdminEvent }) {
  const isThere = event.slots.some(({ focusId }) => isInPerson({ ...event, focusId }))
  // In person everything is on one day; another one shows only where something is on it.
  const days = ([1, 2] as const).filter(
    (day) => day === 1 || !isThere || event.speakers.some((speaker) => speaker.day === day),
  )
  return (
    <div className={styles.days}>
      {days.map((day) => (
        <Day key={day} event={event} day={day} />
      ))}
    </div>
  )
}

function Day({ event, day }: { event: AdminEvent; day: 1 | 2 }) {
  const { eventId, eventName } = event
  const speakers = event.speakers.filter((speaker) => speaker.day === day)
  return (
    <div>
      <h4 className={styles.day}>Day {day}</h4>
      {speakers.length === 0 ? (
        <Text size="sm" c="dimmed">
          No speakers yet.
        </Text>
      ) : (
        <LogoCards label={`Speakers of ${eventName}, day ${day}`}>
          {speakers.map((speaker) => (
            <li key={speaker.speakerId}>
              <LogoCard
                logo={speaker.logo}
                title={speaker.courseTitle || speaker.companyName}
                lines={[[speaker.presenterName, speaker.companyName].filter(Boolean).join(', ')]}
                onOpen={
                  can(changeSpeaker)
                    ? () => showEditSpeaker({ eventId, eventName, partId: speaker.speakerId })
                    : undefined
                }
              />
            </li>
          ))}
        </LogoCards>
      )}
    </div>
  )
}
