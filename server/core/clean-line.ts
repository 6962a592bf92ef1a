import { longest } from '#contract/core/fields.ts'

/**
 * Returns foreign words or a file name as one line for the database, JSON, a header and an email: at most `most`
 * code points, without control characters and half surrogate pairs.
 */
export function cleanLine(text: string, most: number = longest.line): string {
  // Cut first, in case it is very long. A code point has at most two units.
  const start = text.slice(0, 4 * most).toWellFormed()
  const line = start.replaceAll(/[\t\r\n\u2028\u2029]+/g, ' ').replaceAll(/\p{Cc}/gu, '')
  return [...line].slice(0, most).join('').trim()
}
