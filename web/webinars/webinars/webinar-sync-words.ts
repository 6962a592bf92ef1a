import type { WebinarOutcome, WebinarSync, WebinarSyncKind } from '#contract/webinars/webinars/calls.ts'
import { slotOverWarning, webinarOutcomes } from '#contract/webinars/webinars/calls.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'

/** Each kind's words. */
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
  matched: 'Already registered',
  removed: 'Removed',
  refused: 'Refused by the webinar platform',
  deferred: 'Will be retried',
}

/** Returns what a sync would do. */
export function consequence(
  kind: WebinarSyncKind,
  { registrations, withJoinUrl, isOver }: { registrations: number; withJoinUrl: number; isOver: boolean },
): string {
  if (kind === 'delink') {
    return `Removes the join links of ${counted(withJoinUrl, 'person', 'people')} and unregisters everyone from the webinar. Their registrations here stay.`
  }
  const missing = registrations - withJoinUrl
  if (isOver) return slotOverWarning
  if (registrations === 0) return 'No one is registered for this time slot yet.'
  if (missing === 0) return 'Everyone already has a join link. This only double-checks.'
  return `Registers ${counted(missing, 'person', 'people')} without a join link for the webinar. Others keep their join links.`
}

/** Returns the count of each outcome, without zeros. */
export function syncCounts({ counts }: Pick<WebinarSync, 'counts'>): { label: string; count: number }[] {
  return webinarOutcomes
    .map((outcome) => ({ label: outcomes[outcome], count: counts[outcome] }))
    .filter(({ count }) => count > 0)
}

/** Returns how many people could not be registered or removed. */
export function failedIn({ counts }: Pick<WebinarSync, 'counts'>): number {
  return counts.refused + counts.deferred
}

/** Returns a finished sync's result in a sentence. */
export function outcomeSentence(sync: WebinarSync): string {
  return [sentenceOf(sync), sync.problem].filter(Boolean).join(' ')
}

function sentenceOf(sync: WebinarSync) {
  const { kind, total, problem } = sync
  // The slot is over, so people may have no join URL.
  if (total === 0 && problem !== '') return ''
  const failed = failedIn(sync)
  if (total === 0) return kind === 'sync' ? 'Everyone already had a join link.' : 'No one had a join link.'
  const done = kind === 'sync' ? 'can join' : "can't join anymore"
  if (failed === 0) return `${counted(total, 'person', 'people')} ${done}.`
  return `${counted(total - failed, 'person', 'people')} ${done}, ${shownCount(failed)} could not be ${kind === 'sync' ? 'registered' : 'removed'}.`
}

type Failure = WebinarSync['failures'][number]

/** Returns why a person failed, and when the portal tries again. */
export function failureWords({ why, tryAt }: Pick<Failure, 'why' | 'tryAt'>): string {
  return tryAt ? `${why} · tried again ${shownInstant(tryAt)}` : why
}

/** Returns the failures as CSV rows, with a heading. */
export function failureRows({ failures }: Pick<WebinarSync, 'failures'>): string[][] {
  return [
    ['Name', 'Email', 'Why', 'Tried again'],
    ...failures.map(({ name, email, why, tryAt }) => [name, email, why, tryAt ? shownInstant(tryAt) : 'No']),
  ]
}
