import { SegmentedControl } from '@mantine/core'
import { CalendarClock, Eye } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { SlotOffer } from '#web/slots/slot-offer.tsx'
import styles from './admin-event-preview-panel.module.css'
import { EventCard } from './event-card.tsx'
import { type PreviewedEvent, previewOf } from './event-preview.ts'

const widths = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone (390 px)' },
]

/** An event exactly as its card among the upcoming events, on a screen or a phone. */
export default function AdminEventPreviewPanel({
  event,
  isOpen,
  onClose,
}: DialogProps & { event: PreviewedEvent }) {
  const [width, setWidth] = useState('desktop')
  const card = previewOf(event)
  return (
    <LazyModal
      opened={isOpen}
      onClose={onClose}
      // So that a card is as wide as the page of the upcoming events has them at most.
      size={1184}
      title={`Preview of ${event.eventName || 'a new event'}`}
    >
      {card ? (
        <div className={styles.preview}>
          <div className={styles.head}>
            <p className={styles.note} role="note">
              <Eye size={16} aria-hidden />
              This is a preview: nothing happens here.
              {event.isDraft && ' People see the event once it is open for registration.'}
            </p>
            <SegmentedControl
              className={styles.widths ?? ''}
              size="xs"
              aria-label="Width"
              data={widths}
              value={width}
              onChange={setWidth}
            />
          </div>
          <div className={styles.screen} data-width={width}>
            <EventCard event={card}>
              <SlotOffer event={card} onChoose={() => undefined} />
            </EventCard>
          </div>
        </div>
      ) : (
        <EmptyState
          icon={CalendarClock}
          title="Nothing to show yet"
          text="People see an event from its first time slot on."
        />
      )}
    </LazyModal>
  )
}
