/** The versions of the rule, oldest first. A finding is counted again by its own version. */
export const ruleCodes = ['hours-1', 'hours-2'] as const

interface Versioned {
  code: (typeof ruleCodes)[number]
}

/** Returns true if hours are whole: without breaks or courses, and a shorter one needs as much as any. */
export function hasWholeHours({ code }: Versioned): boolean {
  return code === 'hours-1'
}

/** Returns true if one slot alone is counted, by reported days, and all of its poll questions. */
export function countsOneSlot({ code }: Versioned): boolean {
  return code === 'hours-1'
}
