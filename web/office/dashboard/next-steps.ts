import type { LinkProps } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import { hasEnded } from '#contract/events/slots/times.ts'
import type { EndedSlot, UnprintableName } from '#contract/office/dashboard/calls.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { openReviewsInWords } from '#web/counting/credit-reviews/review-words.ts'
import { mailsLink } from '#web/foundation/mails/mail-search.ts'

/** Something for an administrator to do. */
export interface NextStep {
  key: string
  text: string
  /** The words of the link to it. */
  action: string
  link: LinkProps
}

/** The facts behind the steps; undefined: the role may not read them, or they are loading. */
export interface NextStepFacts {
  ended: EndedSlot[] | undefined
  /** The people whose certificate waits for a printable name. */
  unprintable: UnprintableName[] | undefined
  reviews: { open: number; oldestAt: Date | null } | undefined
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
  { ended, unprintable, reviews, drift, failedMails, events, hasProvider }: NextStepFacts,
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
    ...(ended ?? []).map((slot) => endedStep(slot, now)),
    ...(unprintable ?? []).map(({ userId, name, letters }) => ({
      key: `name ${userId}`,
      text: `The certificate of ${name} waits for a name as printed: it can't print ${[...letters].join(' ')}.`,
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
            link: { to: paths.creditQueue() },
          },
        ]
      : []),
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
    ...(events ?? [])
      .toSorted((a, b) => firstDay(a).localeCompare(firstDay(b)))
      .flatMap((event) => eventSteps(event, now)),
  ]
}

function endedStep(
  { eventSlotId, eventName, endedAt, attended, certificates, creditable }: EndedSlot,
  now: Date,
): NextStep {
  const ended = `${eventName} ended ${agoInWords(endedAt, now)}`
  const certified = counted(certificates, 'certificate')
  return {
    key: `ended ${eventSlotId}`,
    text:
      attended === null
        ? `${ended}: no attendance report yet.`
        : `${ended}: ${shownCount(attended)} attended, ${certified}.`,
    action: creditable > 0 ? `Credit ${shownCount(creditable)} now` : 'See the time slot',
    // Only the whole table of routes knows addresses with an id.
    link: { to: paths.attendance({ eventSlotId }) as never },
  }
}

/** Returns the day on which an event begins; '' without slots. */
function firstDay({ slots }: AdminEvent): string {
  return slots.map(({ startOn }) => startOn).sort()[0] ?? ''
}

/** Returns what an event lacks before its slots begin. */
function eventSteps(event: AdminEvent, now: Date): NextStep[] {
  const { eventId, eventName, isDraft } = event
  const link = { to: paths.manageEvents(), search: { event: eventId } } as LinkProps
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

function agoInWords(instant: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - instant.getTime()) / 3_600_000)
  if (hours < 1) return 'less than an hour ago'
  if (hours < 24) return `${counted(hours, 'hour')} ago`
  return `${counted(Math.floor(hours / 24), 'day')} ago`
}
