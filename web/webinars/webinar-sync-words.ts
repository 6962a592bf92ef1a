import {
  slotOverWarning,
  type WebinarOutcome,
  type WebinarSync,
  type WebinarSyncKind,
  webinarOutcomes,
} from '#contract/webinars/calls.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'

/** What is said of each kind, before and after. */
export const syncWords = {
  sync: {
    begin: 'Sync now',
    unconfirmed: "Please type 'SYNC' to confirm.",
    done: 'Webinar synced successfully!',
    failed: 'Failed to sync webinar. Please try again.',
    titles: { running: 'Syncing', done: 'Synced', stopped: 'Sync stopped' },
  },
  delink: {
    begin: 'Delink now',
    unconfirmed: "Please type 'DELINK' to confirm.",
    done: 'Webinar delinked successfully!',
    failed: 'Failed to delink webinar. Please try again.',
    titles: { running: 'Delinking', done: 'Delinked', stopped: 'Delinking stopped' },
  },
} as const

const outcomes: Record<WebinarOutcome, string> = {
  added: 'Registered now',
  matched: 'Registered already',
  removed: 'Taken off',
  refused: 'Refused by the platform',
  deferred: 'To be tried again',
}

/** '1 person', '1,200 people' */
function people(number: number): string {
  return `${shownCount(number)} ${number === 1 ? 'person' : 'people'}`
}

/** What it does, and to how many, before it is begun. */
export function consequence(
  kind: WebinarSyncKind,
  { registrations, withJoinUrl, isOver }: { registrations: number; withJoinUrl: number; isOver: boolean },
): string {
  if (kind === 'delink') {
    return `Takes the join URLs of ${people(withJoinUrl)} away, and takes everybody off the webinar platform. Their registrations stay.`
  }
  const missing = registrations - withJoinUrl
  if (isOver) return slotOverWarning
  if (registrations === 0) return 'Nobody is registered for this time slot yet.'
  if (missing === 0) return 'Everybody has a join URL already: it only looks whether that is so.'
  return `Registers ${people(missing)} without a join URL at the webinar platform. Whoever has one keeps it.`
}

/** How many of each outcome there are so far, where there are any. */
export function syncCounts({ counts }: Pick<WebinarSync, 'counts'>): { label: string; count: number }[] {
  return webinarOutcomes
    .map((outcome) => ({ label: outcomes[outcome], count: counts[outcome] }))
    .filter(({ count }) => count > 0)
}

/** How many were neither registered nor taken off. */
export function failedIn({ counts }: Pick<WebinarSync, 'counts'>): number {
  return counts.refused + counts.deferred
}

/** What has come of one that is over, in a sentence. */
export function outcomeSentence(sync: WebinarSync): string {
  return [sentenceOf(sync), sync.problem].filter(Boolean).join(' ')
}

function sentenceOf(sync: WebinarSync): string {
  const { kind, total, problem } = sync
  // Some may have none: it is over.
  if (total === 0 && problem !== '') return ''
  const failed = failedIn(sync)
  if (total === 0) return kind === 'sync' ? 'Nobody was without a join URL.' : 'Nobody had a join URL.'
  const done = kind === 'sync' ? 'can join' : 'can no longer join'
  if (failed === 0) return `${people(total)} ${done}.`
  return `${people(total - failed)} ${done}, ${shownCount(failed)} could not be ${kind === 'sync' ? 'registered' : 'taken off'}.`
}

type Failure = WebinarSync['failures'][number]

/** Why somebody was not done, and when that is tried again. */
export function failureWords({ why, tryAt }: Pick<Failure, 'why' | 'tryAt'>): string {
  return tryAt ? `${why} · tried again ${shownInstant(tryAt)}` : why
}

/** The failures as rows of a file, its heading first. */
export function failureRows({ failures }: Pick<WebinarSync, 'failures'>): string[][] {
  return [
    ['Name', 'Email', 'Why', 'Tried again'],
    ...failures.map(({ name, email, why, tryAt }) => [name, email, why, tryAt ? shownInstant(tryAt) : 'No']),
  ]
}
