import { shownDate, shownTime } from '#contract/core/plain-dates.ts'
import { easternDay, easternTime } from '#contract/core/season.ts'
import { shortened } from '#contract/core/visible-text.ts'

const longestShown = 80

/** Names a poll question: '"Test?" at 8:02 AM', with the day if asked for. */
export function pollWords(
  { question, at }: { question: string; at: Date | null },
  { withDay = false } = {},
): string {
  const text = shortened(question, longestShown)
  if (!at) return `"${text}"`
  const day = withDay ? `, ${shownDate(easternDay(at))}` : ''
  return `"${text}" at ${shownTime(easternTime(at))}${day}`
}

/** Says an administrator's answer about a poll question. */
export const questionAnswers = {
  counts: 'counts',
  'does-not-count': 'does not count',
  withdraw: 'is decided by the number of answers again',
} as const
