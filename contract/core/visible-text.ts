/** Returns the first characters of a text, at most `most` UTF-16 units, without half an emoji at the end. */
export function beginningOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
}

/** Returns a text to quote: its beginning and '…' if it is longer than `most`. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${beginningOf(text, most)}…` : text
}

/**
 * Returns a text without the invisible characters that copying adds: zero-width spaces, direction marks, soft
 * hyphens. Spaces stay.
 */
export function withoutInvisible(text: string): string {
  return text.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
}
