import { SegmentedControl } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { SlotOffer } from '#web/events/slots/slot-offer.tsx'
import styles from './admin-event-preview-panel.module.css'
import { EventCard } from './event-card.tsx'
import type { PreviewedEvent } from './event-preview.ts'
import { previewOf } from './event-preview.ts'

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
      // The card gets its largest width on the page of upcoming events.
      size={1184}
      title={`Preview of ${event.eventName || 'a new event'}`}
    >
      {card ? (
        <div className="stack">
          <div className="spread">
            <Hint role="note">
              Preview only.
              {event.isDraft && ' People will see the event once it is open for registration.'}
            </Hint>
            <SegmentedControl
              visibleFrom="sm"
              size="xs"
              aria-label="Width"
              data={widths}
              value={width}
              onChange={setWidth}
            />
          </div>
          <div className={`card ${styles.screen}`} data-width={width}>
            <EventCard event={card}>
              <SlotOffer event={card} onChoose={() => undefined} />
            </EventCard>
          </div>
        </div>
      ) : (
        <EmptyState
          icon={CalendarClock}
          title="Nothing to show yet"
          text="Add a time slot to preview this event."
        />
      )}
    </LazyModal>
  )
}
