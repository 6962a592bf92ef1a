import { useState } from 'react'
import { isInPerson } from '#contract/events/events/facts.ts'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { EventProgram } from './event-program.tsx'
import type { GroupedEvent } from './grouped-events.ts'

interface Props {
  event: GroupedEvent
  isOpen: boolean
  onClose: () => void
}

/** The facts of an event, and its speakers by day, in a dialog. */
export default function EventDetails({ event, isOpen, onClose }: Props) {
  const [hasSpeaker, setHasSpeaker] = useState(false)
  return (
    <LazyModal
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={!hasSpeaker}
      size={800}
      height={650}
      title={isInPerson(event) ? event.eventName : 'Virtual IA Renewal series'}
    >
      <EventProgram event={event} onSpeaker={setHasSpeaker} />
    </LazyModal>
  )
}
