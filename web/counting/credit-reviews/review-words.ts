import type { OwnFinding } from '#contract/counting/credit-findings/own-calls.ts'
import type { Review } from '#contract/counting/credit-reviews/calls.ts'
import { mostHours } from '#contract/events/events/facts.ts'
import { counted } from '#web/core/texts/counts.ts'
import { clockOf, codeLooks, shownDayOf } from '#web/ledger/credits/hour-looks.ts'

type OwnHours = OwnFinding['hourByHour']

/** Returns a choice per unearned hour of a slot, by its place in the agenda. A series has an hour 3 on each day. */
export function hourChoices(hours: OwnHours): { value: string; label: string; isMissing: boolean }[] {
  return hours
    .map(({ number, on, startAt, code, sentence }, index) => ({
      value: String(index + 1),
      label: `Hour ${number}, ${shownDayOf(on)}, ${clockOf(startAt)}: ${codeLooks[code].words}`,
      isMissing: sentence !== null,
      isEarned: code.startsWith('earned'),
    }))
    .flatMap(({ isEarned, ...choice }) => (isEarned ? [] : choice))
}

/** Returns the hours that an answer can give: more than the person has, at most what anyone can get. */
export function hoursToGive({ hours, possibleHours }: Pick<Review, 'hours' | 'possibleHours'>): number[] {
  const most = Math.min(mostHours, Math.max(possibleHours, hours + 1))
  return Array.from({ length: Math.max(0, most - hours) }, (_, index) => hours + 1 + index)
}

/** Says how many reviews are open: '3 review requests, the oldest open for 4 days' or '1 review request, from today'. */
export function openReviewsInWords(open: number, oldestAt: Date | null, now = new Date()): string {
  const days = oldestAt ? Math.floor((now.getTime() - oldestAt.getTime()) / 86_400_000) : 0
  if (days < 1) return open === 1 ? '1 review request, from today' : `${open} review requests, all from today`
  const age = `for ${counted(days, 'day')}`
  return open === 1
    ? `1 review request, open ${age}`
    : `${counted(open, 'review request')}, the oldest open ${age}`
}
