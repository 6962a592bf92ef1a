import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { saveEventPlan } from '#contract/events/events/plans.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import type { SlotProgress } from '#contract/office/dashboard/slot-progress.ts'
import { pollCodesPanel } from '#web/attendance/poll-codes/admin-poll-codes-button.tsx'
import { currentSeason } from '#web/core/season.ts'
import { can } from '#web/core/session/can.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { editEvent } from '#web/events/events/admin-edit-event.ts'
import { AdminSlotLinks } from '#web/events/slots/admin-slot-links.tsx'
import { bulkJobs, mailCertificates } from '#web/office/bulk-jobs/admin-bulk.tsx'
import { registrationsLink } from './registrations-link.ts'
import type { SlotPhase } from './slot-steps.ts'
import { inPhases, nextStepOf, phaseOf, stateOf } from './slot-steps.ts'

interface Props {
  slots: SlotProgress[]
  /** Their renewal year. */
  year: number
  /** The slots are of one event, whose name stands above. */
  isOneEvent?: boolean
  /** Emails were asked for, and leave now. */
  onMailing: () => void
}

const phases: Record<SlotPhase, string> = { now: 'On now', over: 'Over', coming: 'Coming' }

/** One line for each slot, with its figures and its next step. */
export function AdminSlotLines({ slots, year, isOneEvent = false, onMailing }: Props) {
  const now = new Date()
  const counted = ({ eventName, eventSlotId }: SlotProgress, certificate?: 'issued' | 'mailed') =>
    registrationsLink({ year, eventName, eventSlotId, ...(certificate && { certificate }) }, currentSeason())
  return (
    <div className="card">
      <RecordTable
        label="Time slots"
        rows={inPhases(slots, now)}
        rowId="eventSlotId"
        groupOf={(slot) => phases[phaseOf(slot, now)]}
        empty="No time slots yet."
        columns={{
          'Time slot': (slot) => <Slot slot={slot} isOneEvent={isOneEvent} now={now} />,
          Registered: (slot) => (
            <span>
              <Figure number={slot.registered} link={counted(slot)} />
              {slot.seats !== null && ` of ${shownCount(slot.seats)}`}
            </span>
          ),
          Attended: ({ attended, eventSlotId }) => (
            <Figure number={attended} link={{ to: paths.attendance({ eventSlotId }) }} />
          ),
          Certificates: (slot) => (
            <Figure
              number={phaseOf(slot, now) === 'coming' ? null : slot.certificates}
              link={counted(slot, 'issued')}
            />
          ),
          Emailed: (slot) => (
            <span className={slot.mailed < slot.certificates ? 'strong' : undefined}>
              <Figure number={slot.certificates === 0 ? null : slot.mailed} link={counted(slot, 'mailed')} />
            </span>
          ),
          Waitlist: ({ waiting, eventId }) => (
            <Figure number={waiting || null} link={{ to: `${paths.manageEvents({ eventId })}/waitlist` }} />
          ),
          'Next step': (slot) => <Step slot={slot} now={now} />,
        }}
      />
      <pollCodesPanel.Panel />
      <bulkJobs.Panel onStarted={onMailing} />
    </div>
  )
}

function Slot({ slot, isOneEvent, now }: { slot: SlotProgress; isOneEvent: boolean; now: Date }) {
  const { eventSlotId, eventName, isInPerson } = slot
  // A running slot's next step may be the same button.
  const step = nextStepOf(slot, now)
  const isNext = step && 'opens' in step && step.opens === 'poll codes'
  const hasPollCodes = isOneEvent && !isNext && phaseOf(slot, now) !== 'over'
  // So may its sign-in sheet.
  const sheet: string = paths.signInSheet({ eventSlotId })
  const hasSheet = isInPerson && !(step && 'link' in step && step.link.to === sheet)
  const name = `${eventName}, ${shownTimeslot(slot)}`
  return (
    <span className="tight">
      {!isOneEvent && <span className="strong anywhere">{eventName}</span>}
      <span className={isOneEvent ? 'strong figures' : 'figures'}>{shownTimeslot(slot)}</span>
      <span className="row muted small">
        {stateOf(slot, now)}
        <AdminSlotLinks eventSlotId={eventSlotId} hasSheet={hasSheet} name={name} />
        {hasPollCodes && (
          <Anchor
            component="button"
            size="xs"
            underline="always"
            py={4}
            aria-label={`Poll codes of ${name}`}
            onClick={() => pollCodesPanel.show({ eventSlotId })}
          >
            Poll codes
          </Anchor>
        )}
      </span>
    </span>
  )
}

function Step({ slot, now }: { slot: SlotProgress; now: Date }) {
  const step = nextStepOf(slot, now)
  if (!step) return phaseOf(slot, now) === 'over' && <span className="muted">Nothing to do</span>
  const { eventId, eventSlotId, eventName } = slot
  const label = `${step.action}: ${eventName}, ${shownTimeslot(slot)}`
  if ('link' in step) {
    return (
      <Button
        renderRoot={(props) => <Link {...step.link} {...props} />}
        variant="light"
        size="xs"
        aria-label={label}
      >
        {step.action}
      </Button>
    )
  }
  if ('lacking' in step && !can(step.opens === 'emails' ? startBulkJob : saveEventPlan)) {
    return <span className="muted">{step.lacking}</span>
  }
  const open = {
    event: () => editEvent.show({ eventId }),
    emails: () => mailCertificates(eventSlotId),
    'poll codes': () => pollCodesPanel.show({ eventSlotId }),
  }[step.opens]
  return (
    <Button variant="light" size="xs" aria-label={label} onClick={open}>
      {step.action}
    </Button>
  )
}

/** A number that links to what it counts. A dash for null, which a phone leaves out. */
function Figure({ number, link }: { number: number | null; link: { to: string; search?: object } }) {
  if (number === null) return <span data-none>–</span>
  if (number === 0) return '0'
  return (
    <TextLink {...link} fz="inherit" fw="inherit">
      {shownCount(number)}
    </TextLink>
  )
}
