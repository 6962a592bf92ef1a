import { Badge, Button } from '@mantine/core'
import { CalendarDays, Clock, Eye, PencilLine, Users } from 'lucide-react'
import { type AdminEvent, logoOf } from '#contract/events/calls.ts'
import { saveEventPlan } from '#contract/events/plans.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { focuses } from '#web/slots/focuses.ts'
import styles from './admin-event-card.module.css'
import { showEventPreview } from './admin-event-preview.tsx'
import { EventChecklist } from './event-checklist.tsx'

interface Props {
  event: AdminEvent
  onEdit: () => void
}

/** An event in short: its name, when it is, its slots and how many are registered. */
export function AdminEventCard({ event, onEdit }: Props) {
  const { eventId, eventName, slots, formattedDuration } = event
  const id = `event-${eventId}`
  const logo = logoOf(event.description)
  const focus = focuses.find(({ focusId }) => focusId === slots[0]?.focusId)
  const registrations = slots.reduce((sum, slot) => sum + slot.registrations, 0)
  return (
    <article className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        {logo ? (
          <img className={styles.logo} src={logo} alt="" loading="lazy" />
        ) : (
          <span className={styles.logo} />
        )}
        <div className={styles.names}>
          <div className={styles.badges}>
            {focus && <Badge size="sm">{focus.focusName}</Badge>}
            <EventState event={event} />
          </div>
          <h3 id={id} className={styles.name}>
            {eventName}
          </h3>
        </div>
      </div>
      <ul className={styles.facts}>
        <li>
          <CalendarDays size={15} aria-hidden />
          {formattedDuration || 'No dates yet'}
        </li>
        <li>
          <Clock size={15} aria-hidden />
          {slots.length === 1 ? '1 time slot' : `${slots.length} time slots`}
        </li>
        <li>
          <Users size={15} aria-hidden />
          {shownCount(registrations)} registered
        </li>
      </ul>
      {event.isDraft && <EventChecklist event={event} />}
      <div className={styles.actions}>
        <Allowed to={saveEventPlan}>
          <Button
            variant="default"
            size="xs"
            leftSection={<PencilLine size={14} aria-hidden />}
            aria-label={`Edit event ${eventName}`}
            onClick={onEdit}
          >
            Edit event
          </Button>
        </Allowed>
        <Button
          variant="default"
          size="xs"
          leftSection={<Eye size={14} aria-hidden />}
          aria-label={`Preview of ${eventName}`}
          onClick={() => showEventPreview({ event })}
        >
          Preview
        </Button>
      </div>
    </article>
  )
}

function EventState({ event }: { event: AdminEvent }) {
  if (event.isDraft) {
    return (
      <Badge size="sm" color="dark" variant="outline">
        Draft
      </Badge>
    )
  }
  return (
    <Badge size="sm" color="gray" {...(event.isEnabled && { className: styles.open ?? '' })}>
      {event.isEnabled ? 'Open' : 'Closed'}
    </Badge>
  )
}
