import { List, Stack } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { shownFacts } from '#contract/events/events/facts.ts'
import type { Speaker } from '#contract/events/speakers/calls.ts'
import { visibleSlots } from '#web/events/slots/offered-slots.ts'
import styles from './event-details.module.css'
import type { GroupedEvent } from './grouped-events.ts'
import { SpeakerDetails } from './speaker-details.tsx'

interface Props {
  event: GroupedEvent
  /** Called when a speaker's dialog opens and closes. */
  onSpeaker?: (isOpen: boolean) => void
}

/** An event's facts, what counts for credit, and its courses by day. Each course opens its speaker. */
export function EventProgram({ event, onSpeaker }: Props) {
  const [speaker, setSpeaker] = useState<Speaker>()
  const [isSpeakerOpen, setSpeakerOpen] = useState(false)
  const needsId = useId()
  const needed = [...new Set(visibleSlots(event).flatMap(({ creditNeeded }) => creditNeeded ?? []))]

  function show(isOpen: boolean) {
    setSpeakerOpen(isOpen)
    onSpeaker?.(isOpen)
  }

  return (
    <Stack gap="lg">
      {/* A dialog's focus starts at the facts, not at Close. */}
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
            show(true)
          }}
        />
      ))}
      {speaker && <SpeakerDetails speaker={speaker} isOpen={isSpeakerOpen} onClose={() => show(false)} />}
    </Stack>
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
              <ChevronRight />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function isOneDay(event: GroupedEvent) {
  return event.speakers.every(({ day }) => day === 1)
}
