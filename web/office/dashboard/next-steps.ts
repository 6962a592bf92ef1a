import type { LinkProps } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import type { DueRoster } from '#contract/counting/credit-rosters/calls.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { hasEnded, shortTimeslot } from '#contract/events/slots/times.ts'
import type { EndedSlot, UnprintableName } from '#contract/office/dashboard/calls.ts'
import type { Waitlist } from '#contract/registrations/waitlists/calls.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { openReviewsInWords } from '#web/counting/credit-reviews/review-words.ts'
import { mailsLink } from '#web/foundation/mails/mail-search.ts'

/** Something for an administrator to do. */
export interface NextStep {
  key: string
  text: string
  /** The words of the link to it. */
  action?: string
  /** Absent: nothing in the portal to open. */
  link?: LinkProps
  /** The time slot whose certificates the button emails. */
  emailsSlot?: number
}

/** The facts behind the steps; undefined: the role may not read them, or they are loading. */
export interface NextStepFacts {
  ended: EndedSlot[] | undefined
  /** The people whose certificate waits for a printable name. */
  unprintable: UnprintableName[] | undefined
  /** The open questions about hours. */
  waits?: number | undefined
  /** The scheduled jobs that keep failing. */
  failingJobs?: readonly { name: string }[] | undefined
  /** The slots with seats or a waitlist. */
  waitlists?: readonly Waitlist[] | undefined
  reviews: { open: number; oldestAt: Date | null } | undefined
  /** The events with credits to report. */
  rosters: DueRoster[] | undefined
  drift: { slots: number; differences: number } | undefined
  /** The renewal year's emails that failed or were given up. */
  failedMails: number | undefined
  events: AdminEvent[] | undefined
  /** Certificates can be issued. */
  hasProvider: boolean | undefined
}

/**
 * Returns what to do next, most urgent first: what certificates wait for, hours after a seminar, waiting
 * people, and what coming events lack.
 */
export function nextSteps(
  { ended, unprintable, reviews, rosters, drift, failedMails, events, hasProvider, ...more }: NextStepFacts,
  now: Date,
): NextStep[] {
  return [
    ...(hasProvider === false
      ? [
          {
            key: 'provider',
            text: "Certificates need the training provider's name and signatory.",
            action: 'Set up the training provider',
            link: { to: paths.provider() },
          },
        ]
      : []),
    ...(more.failingJobs ?? []).map(({ name }) => ({
      key: `job ${name}`,
      text: `The scheduled job ‘${name}’ keeps failing. Please tell the person who runs the portal’s server.`,
    })),
    ...(ended ?? []).flatMap((slot) => endedSteps(slot, now)),
    ...(more.waits
      ? [
          {
            key: 'waits',
            text: `${shownCount(more.waits)} ${more.waits === 1 ? 'needs' : 'need'} a decision.`,
            action: 'Decide',
            link: { to: paths.creditQueue() },
          },
        ]
      : []),
    ...(unprintable ?? []).map(({ userId, name, letters }) => ({
      key: `name ${userId}`,
      text: `The certificate of ${name} is on hold for a printable name: it can't print ${[...letters].join(' ')}.`,
      action: 'See the account',
      // Only the whole table of routes knows addresses with an id.
      link: { to: paths.account({ userId }) as never },
    })),
    ...(reviews && reviews.open > 0
      ? [
          {
            key: 'reviews',
            text: `${openReviewsInWords(reviews.open, reviews.oldestAt)}.`,
            action: 'Answer',
            link: { to: paths.creditReviews() },
          },
        ]
      : []),
    ...(rosters ?? []).map(rosterStep),
    ...(drift && drift.differences > 0
      ? [
          {
            key: 'drift',
            text: `Out of sync with the webinar platform: ${counted(drift.differences, 'person', 'people')} in ${counted(drift.slots, 'time slot')}.`,
            action: 'See the webinars',
            link: { to: paths.webinars() },
          },
        ]
      : []),
    ...(failedMails
      ? [
          {
            key: 'mails',
            text: `${counted(failedMails, 'email')} failed.`,
            action: 'See the emails',
            link: mailsLink({ status: 'undelivered' }),
          },
        ]
      : []),
    ...(more.waitlists ?? []).flatMap((slot) => seatSteps(slot, now)),
    ...(events ?? [])
      .toSorted((a, b) => firstDay(a).localeCompare(firstDay(b)))
      .flatMap((event) => eventSteps(event, now)),
  ]
}

/** Returns what an ended slot needs: a report or credit, and the emails of its certificates. */
function endedSteps(slot: EndedSlot, now: Date): NextStep[] {
  const { creditable, certificates, unmailed } = slot
  return [
    ...(creditable > 0 || certificates === 0 ? [creditStep(slot, now)] : []),
    ...(unmailed > 0 ? [mailStep(slot)] : []),
  ]
}

function mailStep({ eventSlotId, certificates, unmailed, undeliverable, ...slot }: EndedSlot): NextStep {
  const emailed = `${counted(certificates, 'certificate')} issued, ${shownCount(certificates - unmailed)} emailed`
  const bounced = undeliverable > 0 ? `, ${shownCount(undeliverable)} without a deliverable address` : ''
  const step = { key: `emails ${eventSlotId}`, text: `${nameOfSlot(slot)}: ${emailed}${bounced}` }
  const open = unmailed - undeliverable
  return open > 0
    ? { ...step, action: `Email ${shownCount(open)}`, emailsSlot: eventSlotId }
    : { ...step, action: 'See the addresses', link: { to: paths.markedAddresses() } }
}

/** Returns the step of a coming slot with few seats, or with a waitlist. */
function seatSteps(waitlist: Waitlist, now: Date): NextStep[] {
  const { eventId, eventSlotId, capacity, seatsLeft, entries, ...slot } = waitlist
  const isFew = capacity !== null && seatsLeft !== null && seatsLeft * 10 <= capacity
  if (hasEnded(slot, now) || !(isFew || entries.length > 0)) return []
  const seats =
    capacity === null || seatsLeft === null
      ? []
      : [seatsLeft > 0 ? `${shownCount(seatsLeft)} of ${shownCount(capacity)} seats free` : 'full']
  const waiting = entries.length > 0 ? [`${shownCount(entries.length)} on the waitlist`] : []
  return [
    {
      key: `seats of ${eventSlotId}`,
      text: `${nameOfSlot(slot)}: ${[...seats, ...waiting].join(', ')}`,
      action: 'See the seats',
      link: { to: `${paths.manageEvents({ eventId })}/waitlist` as never },
    },
  ]
}

/** 'Fall Turbine, 17 Nov 2026 – 18 Nov 2026, 8:00 AM EST'. */
function nameOfSlot(slot: SlotTime & { eventName: string }) {
  return `${slot.eventName}, ${shortTimeslot(slot)}`
}

function creditStep(slot: EndedSlot, now: Date): NextStep {
  const { eventSlotId, endedAt, attended, certificates, creditable } = slot
  const ended = `${nameOfSlot(slot)} ended ${agoInWords(endedAt, now)}`
  const certified = counted(certificates, 'certificate')
  return {
    key: `ended ${eventSlotId}`,
    text:
      attended === null
        ? `${ended}: no attendance report yet.`
        : `${ended}: ${shownCount(attended)} attended, ${certified}.`,
    action: creditable > 0 ? `Issue ${counted(creditable, 'certificate')}` : 'See the time slot',
    // Only the whole table of routes knows addresses with an id.
    link: { to: paths.attendance({ eventSlotId }) as never },
  }
}

function rosterStep({ eventId, eventName, differences, isReported }: DueRoster): NextStep {
  return {
    key: `roster ${eventId}`,
    text: isReported
      ? `Roster of ${eventName}: ${counted(differences, 'difference')} not reported yet.`
      : `Roster of ${eventName} not reported yet.`,
    action: 'See the roster',
    link: { to: paths.creditRosters(), search: { event: eventId } } as LinkProps,
  }
}

/** Returns the day on which an event begins; '' without slots. */
function firstDay({ slots }: AdminEvent) {
  return slots.map(({ startOn }) => startOn).sort()[0] ?? ''
}

/** Returns what an event lacks before its slots begin. */
function eventSteps(event: AdminEvent, now: Date): NextStep[] {
  const { eventId, eventName, isDraft } = event
  const link = { to: paths.manageEvents({ eventId }) as never }
  if (isDraft) {
    return [
      {
        key: `draft ${eventId}`,
        text: `${eventName} is not published yet.`,
        action: 'Check and publish',
        link,
      },
    ]
  }
  const missing = event.slots.filter(
    (slot) => !slot.webinarId && !hasEnded(slot, now) && !isInPerson({ ...event, focusId: slot.focusId }),
  ).length
  if (missing === 0) return []
  const text = `${eventName}: ${counted(missing, 'time slot')} without a webinar ID.`
  return [{ key: `webinar ${eventId}`, text, action: 'Add webinar IDs', link }]
}

function agoInWords(instant: Date, now: Date) {
  const hours = Math.floor((now.getTime() - instant.getTime()) / 3_600_000)
  if (hours < 1) return 'less than an hour ago'
  if (hours < 24) return `${counted(hours, 'hour')} ago`
  return `${counted(Math.floor(hours / 24), 'day')} ago`
}
