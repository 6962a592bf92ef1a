import type { MessageResult } from '#contract/outreach/messages/rules.ts'

type Verdict = MessageResult | 'gets'

/** Returns the number of people with a verdict or result. */
export function peopleWith(counts: { verdict: Verdict; people: number }[], wanted: Verdict): number {
  return counts.find(({ verdict }) => verdict === wanted)?.people ?? 0
}

/** The color of a result's label. */
export const resultTones: Partial<Record<MessageResult, 'good' | 'bad' | 'warn'>> = {
  sent: 'good',
  failed: 'bad',
  unknown: 'bad',
  'came-back': 'bad',
}
