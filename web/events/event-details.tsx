import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { isInPerson, shownFacts } from '#contract/events/facts.ts'
import type { Speaker } from '#contract/speakers/calls.ts'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import styles from './event-details.module.css'
import { type GroupedEvent, visibleSlots } from './grouped-events.ts'
import { SpeakerDetails } from './speaker-details.tsx'

interface Props {
  event: GroupedEvent
  isOpen: boolean
  onClose: () => void
}

/** How an event works, and who speaks on which day. */
export default function EventDetails({ event, isOpen, onClose }: Props) {
  const [speaker, setSpeaker] = useState<Speaker>()
  const [isSpeakerOpen, setSpeakerOpen] = useState(false)

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
        <div className={styles.content}>
          <ul className={styles.facts}>
            {shownFacts(event, visibleSlots(event)).map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
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
        </div>
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
    <section>
      <h3 className={styles.day}>{title}</h3>
      <ul className={styles.speakers}>
        {speakers.map((speaker) => (
          <li key={speaker.speakerId}>
            <button type="button" className={styles.speaker} onClick={() => onChoose(speaker)}>
              <img src={speaker.logo} alt="" loading="lazy" />
              <span className={styles.course}>
                <strong>{speaker.courseTitle}</strong>
                <span>{[speaker.presenterName, speaker.companyName].filter(Boolean).join(', ')}</span>
              </span>
              <ChevronRight size={18} aria-hidden />
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
