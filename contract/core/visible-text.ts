/** Returns a text without its invisible characters, which copying adds: zero-width spaces, marks of direction, soft hyphens. Spaces stay. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
}
