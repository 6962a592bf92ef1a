import { Button } from '@mantine/core'
import { Download, Hourglass, Info, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { shownDate, shownTime } from '#contract/core/plain-dates.ts'
import { easternDay, easternInstant, easternTime } from '#contract/core/season.ts'
import type { OwnFinding } from '#contract/counting/credit-findings/own-calls.ts'
import { factAbout, isInPerson, minutesEarly, shownHours } from '#contract/events/events/facts.ts'
import { shownByDay } from '#contract/events/slots/hours-by-day.ts'
import { hasBegun, hasEnded } from '#contract/events/slots/times.ts'
import { yourTime } from '#contract/events/slots/your-time.ts'
import { daysToCredit } from '#contract/registrations/registrations/renewal-years.ts'
import { cancellationRefusal, settledRefusal } from '#contract/registrations/registrations/rules.ts'
import { ownZone } from '#web/core/texts/own-zone.ts'
import { externalUrl } from '#web/core/ui/external-url.ts'
import { later } from '#web/core/ui/later.tsx'
import { UnavailableButton } from '#web/core/ui/unavailable-button.tsx'
import { AddToCalendar } from '#web/events/calendars/add-to-calendar.tsx'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import type { Slot } from '#web/events/slots/offered-slots.ts'
import { HeldSlot } from '#web/events/slots/slot-times.tsx'
import { ShowTicket } from '#web/registrations/tickets/show-ticket.tsx'
import { CancelRegistration } from './cancel-registration.tsx'
import styles from './held-registration.module.css'

const TimeSlotDialog = later(() => import('./time-slot-dialog.tsx'))

const soon = 'Will be available soon'
const newTab = {
  className: styles.main ?? '',
  component: 'a',
  target: '_blank',
  rel: 'noopener noreferrer',
} as const

interface Props {
  event: GroupedEvent
  finding: OwnFinding | undefined
  /** The hours. */
  children?: ReactNode
}

/** The person's slot of an event, with what they can do: join, download the certificate, change, cancel. */
export function HeldRegistration({ event, finding, children }: Props) {
  const slot = event.slots.find((each) => each.alreadyRegistered)
  const [isChanging, setChanging] = useState(false)
  if (!slot) return null
  const isVirtual = !isInPerson(event)
  const pollFact = factAbout(event, 'poll')
  const now = new Date()
  const isOver = hasEnded(slot, now)
  const joinUrl = isVirtual && !isOver ? externalUrl(slot.joinUrl) : undefined
  const certificate = externalUrl(slot.certificateLink)
  const isLongOver = hasEnded(slot, new Date(now.getTime() - daysToCredit * 86_400_000))
  const { isEnabled } = event
  // A person who misses a slot that has begun may still move to a later one.
  const isChangeable = !isOver && isEnabled && !settledRefusal(slot)
  // The portal would still cancel it; nobody should do so by mistake while it runs.
  const canCancel = !hasBegun(slot, now) && !cancellationRefusal({ isEnabled, hours: slot.hours })
  const isCounted = finding?.state === 'counted'
  const hasNoHours = isCounted && finding.isFinal && finding.hours === 0 && !finding.standing?.hours
  const awaitsCertificate = !certificate && !isLongOver && !hasNoHours

  return (
    <div className="stack">
      <HeldSlot slot={slot} isInPerson={!isVirtual} />
      <ul className={`tight muted small ${styles.states}`}>
        {joinUrl && (
          <State icon={<Info size={16} />}>
            Please log in {minutesEarly} minutes early
            {!hasBegun(slot, now) && `, at ${logInTime(slot)}`}.{pollFact && ` ${pollFact}.`}
          </State>
        )}
        {awaitsCertificate && !isCounted && (
          <State icon={<Hourglass size={16} />}>
            {isOver
              ? "You'll find your certificate here as soon as we've recorded your attendance."
              : "You'll find your certificate here after the event."}
          </State>
        )}
      </ul>
      {!finding && slot.hours > 0 && (
        <p className="small figures">
          <strong>{shownHours(slot.hours)}</strong>
          {slot.byDay && ` · ${shownByDay(slot.byDay)}`}
        </p>
      )}
      {children}
      {slot.reportedAt && (
        <p className="small muted">Reported to FAASafety.gov on {shownDate(easternDay(slot.reportedAt))}</p>
      )}
      <div className={`row ${styles.actions}`}>
        {joinUrl && (
          <Button {...newTab} href={joinUrl} leftSection={<Video size={17} />}>
            Join Webinar
          </Button>
        )}
        {isVirtual && !joinUrl && !isOver && (
          <UnavailableButton className={styles.main ?? ''} why={soon} leftSection={<Video size={17} />}>
            Event Login Information
          </UnavailableButton>
        )}
        {!isVirtual && !isOver && slot.registrationId && (
          <ShowTicket registrationId={slot.registrationId} className={styles.main} />
        )}
        {certificate && (
          <Button {...newTab} href={certificate} leftSection={<Download size={17} />}>
            Download Certificate
          </Button>
        )}
        {awaitsCertificate && (
          <UnavailableButton className={styles.main ?? ''} why={soon} leftSection={<Download size={17} />}>
            Download Certificate
          </UnavailableButton>
        )}
        {!isOver && <AddToCalendar event={event} slot={slot} />}
        {isChangeable && event.slots.length > 1 && (
          <Button variant="default" onClick={() => setChanging(true)}>
            Change time slot
          </Button>
        )}
        {canCancel && <CancelRegistration event={event} />}
      </div>
      <TimeSlotDialog event={event} held={slot} isOpen={isChanging} onClose={() => setChanging(false)} />
    </div>
  )
}

function State({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  )
}

// The webinar opens before its first day.
function logInTime({ startOn, startTime }: Slot) {
  const at = new Date(easternInstant(startOn, startTime).getTime() - minutesEarly * 60_000)
  return yourTime(at, ownZone) ?? `${shownTime(easternTime(at))} Eastern`
}
