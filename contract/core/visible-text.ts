/**
 * Returns a text without the invisible characters that copying adds: zero-width spaces, direction marks, soft
 * hyphens. Spaces stay.
 */
export function withoutInvisible(text: string): string {
  return text.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
}
