import type { UnusualKind } from '#contract/counting/unusual-credits/calls.ts'

/** The kinds of unusual credits in words. */
export const kindWords: Record<UnusualKind, string> = {
  'before-end': 'Given before the end',
  'more-than-taught': 'More than was taught',
  overlap: 'Same time credited twice',
  'no-evidence': 'By hand without evidence',
  'same-course': 'Same course in one year',
}
