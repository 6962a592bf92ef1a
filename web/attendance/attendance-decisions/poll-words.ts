import { shownDay } from '#contract/core/plain-dates.ts'
import type { PollQuestion } from '#contract/counting/credit-findings/poll-questions.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'

/** Says when a question was asked, and how many answered: '09 Feb 2027, 8:02 AM Eastern · 1 of 3 present answered'. */
export function putWords({ at, on, isByCode, answered, present }: PollQuestion): string {
  const when = at ? shownInstant(at) : on ? shownDay(on as Parameters<typeof shownDay>[0]) : 'Time unknown'
  const numbers =
    answered !== null &&
    // Without a report of their day, nobody is known to be present.
    (present
      ? `${shownCount(answered)} of ${shownCount(present)} present answered`
      : `${shownCount(answered)} answered`)
  return [when, numbers, isByCode && 'by code'].filter(Boolean).join(' · ')
}

/** Says why a question counts or not: how many answered it, or who says so. */
export function countsWords({ counts, isInHour, word }: PollQuestion): string {
  if (!isInHour) return "Outside teaching hours, so it doesn't count."
  if (!word) return counts ? 'Enough people answered.' : 'Too few people answered.'
  const who = word.decidedBy ?? 'someone who deleted their account'
  return `Said ${who} on ${shownInstant(word.decidedAt)}: ${word.reason}`
}
