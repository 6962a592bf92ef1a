import { Badge, Button } from '@mantine/core'
import { CalendarDays, Clock, ExternalLink, Eye, PencilLine, Users } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { logoOf } from '#contract/events/events/calls.ts'
import { saveEventPlan } from '#contract/events/events/plans.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { focuses } from '#web/events/slots/focuses.ts'
import styles from './admin-event-card.module.css'
import { eventPreview } from './admin-event-preview.tsx'
import { EventChecklist } from './event-checklist.tsx'
import { EventState } from './event-state.tsx'

interface Props {
  event: AdminEvent
  onEdit: () => void
}

/** An event in short: its name, days, slots and number of registrations. */
export function AdminEventCard({ event, onEdit }: Props) {
  const { eventId, eventName, slots, formattedDuration } = event
  const id = `event-${eventId}`
  const logo = logoOf(event.description)
  const focus = focuses.find(({ focusId }) => focusId === slots[0]?.focusId)
  const registrations = slots.reduce((sum, slot) => sum + slot.registrations, 0)
  return (
    <li>
      <article className={`card pad stack ${styles.card}`} aria-labelledby={id}>
        <div className={styles.head}>
          {logo ? (
            <img className={styles.logo} src={logo} alt="" loading="lazy" />
          ) : (
            <span className={`${styles.logo} ${styles.noLogo}`}>
              <CalendarDays size={22} />
            </span>
          )}
          <div className="tight">
            <div className="row">
              {focus && (
                <Badge size="sm" data-focus={focus.focusId} bg="var(--accent-soft)" c="var(--accent)">
                  {focus.focusName}
                </Badge>
              )}
              <EventState event={event} />
            </div>
            <h3 id={id} className="anywhere">
              <TextLink to={paths.manageEvents({ eventId })} fz="inherit" fw="inherit">
                {eventName}
              </TextLink>
            </h3>
          </div>
        </div>
        <ul className={`tight muted small ${styles.facts}`}>
          <li className="row">
            <CalendarDays size={15} />
            {formattedDuration || 'No dates yet'}
          </li>
          <li className="row">
            <Clock size={15} />
            {counted(slots.length, 'time slot')}
          </li>
          <li className="row">
            <Users size={15} />
            <TextLink to={`${paths.manageEvents({ eventId })}/registrations`} fz="inherit">
              {shownCount(registrations)} registered
            </TextLink>
          </li>
        </ul>
        {event.isDraft && <EventChecklist event={event} isFolded />}
        <div className={`row ${styles.acts}`}>
          <SmallButton
            needs={saveEventPlan}
            icon={PencilLine}
            aria-label={`Edit event ${eventName}`}
            onClick={onEdit}
          >
            Edit event
          </SmallButton>
          <SmallButton
            icon={Eye}
            aria-label={`Preview of ${eventName}`}
            onClick={() => eventPreview.show({ event })}
          >
            Preview
          </SmallButton>
          {!event.isDraft && (
            <Button
              component="a"
              href={paths.openEvents({ eventId })}
              target="_blank"
              variant="default"
              size="xs"
              leftSection={<ExternalLink size={15} />}
              aria-label={`Public page of ${eventName}`}
            >
              Public page
            </Button>
          )}
        </div>
      </article>
    </li>
  )
}
