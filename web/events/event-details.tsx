import { List, Stack } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { isInPerson, shownFacts } from '#contract/events/facts.ts'
import type { Speaker } from '#contract/speakers/calls.ts'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { visibleSlots } from '#web/slots/offered-slots.ts'
import styles from './event-details.module.css'
import type { GroupedEvent } from './grouped-events.ts'
import { SpeakerDetails } from './speaker-details.tsx'

interface Props {
  event: GroupedEvent
  isOpen: boolean
  onClose: () => void
}

/** The facts of an event, and its speakers by day. */
export default function EventDetails({ event, isOpen, onClose }: Props) {
  const [speaker, setSpeaker] = useState<Speaker>()
  const [isSpeakerOpen, setSpeakerOpen] = useState(false)
  const needsId = useId()
  const needed = [...new Set(visibleSlots(event).flatMap(({ creditNeeded }) => creditNeeded ?? []))]

  return (
    <>
      <LazyModal
        opened={isOpen}
        onClose={onClose}
        closeOnEscape={!isSpeakerOpen}
        size={800}
        height={650}
        title={isInPerson(event) ? event.eventName : 'Virtual IA Renewal series'}
      >
        <Stack gap="lg">
          {/* The focus starts at the facts, not at Close. */}
          <List spacing={6} tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
            {shownFacts(event, visibleSlots(event)).map((fact) => (
              <List.Item key={fact}>{fact}</List.Item>
            ))}
          </List>
          {needed.length > 0 && (
            <section aria-labelledby={needsId}>
              <h3 id={needsId}>What counts for credit</h3>
              {needed.map((sentences) => (
                <p key={sentences}>{sentences}</p>
              ))}
            </section>
          )}
          {([1, 2] as const).map((day) => (
            <Day
              key={day}
              title={isOneDay(event) ? 'Courses' : `Day ${day}`}
              speakers={event.speakers.filter((each) => each.day === day)}
              onChoose={(chosen) => {
                setSpeaker(chosen)
                setSpeakerOpen(true)
              }}
            />
          ))}
        </Stack>
      </LazyModal>
      {speaker && (
        <SpeakerDetails speaker={speaker} isOpen={isSpeakerOpen} onClose={() => setSpeakerOpen(false)} />
      )}
    </>
  )
}

interface DayProps {
  title: string
  speakers: Speaker[]
  onChoose: (speaker: Speaker) => void
}

function Day({ title, speakers, onChoose }: DayProps) {
  if (speakers.length === 0) return null
  return (
    <section className="stack">
      <h3>{title}</h3>
      <ul className="stack">
        {speakers.map((speaker) => (
          <li key={speaker.speakerId}>
            <button type="button" className={`card ${styles.speaker}`} onClick={() => onChoose(speaker)}>
              <img src={speaker.logo} alt="" loading="lazy" />
              <span className={`anywhere ${styles.course}`}>
                <strong>{speaker.courseTitle}</strong>
                <span className="muted small">
                  {[speaker.presenterName, speaker.companyName].filter(Boolean).join(', ')}
                </span>
              </span>
              <ChevronRight size={18} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function isOneDay(event: GroupedEvent): boolean {
  return event.speakers.every(({ day }) => day === 1)
}
