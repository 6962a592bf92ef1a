import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { paths } from '#contract/core/paths.ts'
import { easternDay, seasonLabel, seasonOfDay } from '#contract/core/season.ts'
import type { OwnFinding } from '#contract/counting/credit-findings/own-calls.ts'
import type { HeldEarlierCertificate } from '#contract/counting/earlier-certificates/calls.ts'
import { isInPerson, shownHours } from '#contract/events/events/facts.ts'
import type { RegisteredEvent } from '#contract/registrations/registrations/calls.ts'
import { hoursNeeded, renewalYears } from '#contract/registrations/registrations/renewal-years.ts'
import { counted } from '#web/core/texts/counts.ts'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { OwnReviews } from '#web/counting/credit-reviews/own-reviews.tsx'
import { MakeUps } from '#web/counting/make-ups/make-ups.tsx'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import { sidebarFocusIds } from '#web/events/slots/focuses.ts'
import { SlotTimes } from '#web/events/slots/slot-times.tsx'
import { OwnHours } from '#web/ledger/credits/own-hours.tsx'
import { missesHours } from '#web/ledger/credits/own-words.ts'
import { openSlots } from '#web/registrations/registrations/open-slots.ts'
import styles from './held-hours.module.css'

const mostOffered = 3
const focusIds: readonly number[] = sidebarFocusIds

interface Props {
  finding: OwnFinding
  events: readonly GroupedEvent[]
  held: readonly RegisteredEvent[]
  earlier: readonly HeldEarlierCertificate[]
}

/** A registration's hours, hour by hour. For missing ones, the same hours in other slots, then other events' slots. */
export function HeldHours({ finding, events, held, earlier }: Props) {
  return (
    <OwnHours finding={finding}>
      <MakeUps finding={finding} />
      {missesHours(finding) && (
        <OtherEvents finding={finding} events={events} held={held} earlier={earlier} />
      )}
      <OwnReviews registrationId={finding.registrationId} hours={finding.hourByHour} />
    </OwnHours>
  )
}

function OtherEvents({ finding: { hourByHour }, events, held, earlier }: Props) {
  const missing = hourByHour.find(({ sentence }) => sentence) ?? hourByHour[0]
  if (!missing) return null
  const today = easternDay(new Date())
  const season = seasonOfDay(missing.on)
  const label = `Renewal year ${seasonLabel(season)}`
  const year = renewalYears(held, today, earlier).find((each) => each.season === season)
  if (!year || year.daysLeft < 0) return <Words>{label} is over.</Words>
  if (year.hoursEarned >= hoursNeeded)
    return <Words>You've met the 8-hour requirement of renewal year {seasonLabel(season)}.</Words>
  if (year.hoursMissing === 0) {
    return <Words>{label}: your other registrations can cover the missing hours.</Words>
  }
  const offers = Map.groupBy(openSlots(events, season, today), ({ event }) => event)
  if (offers.size === 0)
    return <Words>{label}: no open event can make up for the missing hours right now.</Words>
  return (
    <div className="tight">
      <p className="small strong">
        These can make up for the missing hours in renewal year {seasonLabel(season)}:
      </p>
      <ul className={`tight small ${styles.offers}`}>
        {[...offers].slice(0, mostOffered).map(([event, slots]) => (
          <li key={event.eventId} className={styles.offer}>
            <TextLink
              to={paths.upcomingEvents({ event: focusIds.indexOf(event.focusId) })}
              className="anywhere touch"
              fz="sm"
            >
              {event.eventName}
            </TextLink>
            {slots.slice(0, 1).map(({ slot, hours }) => (
              <Fragment key={slot.eventSlotId}>
                <span className="muted">{shownHours(hours)}</span>
                <SlotTimes slot={slot} isInPerson={isInPerson(event)} />
              </Fragment>
            ))}
            {slots.length > 1 && (
              <span className="muted">or {counted(slots.length - 1, 'other time slot')}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Words({ children }: { children: ReactNode }) {
  return <p className="small muted">{children}</p>
}
