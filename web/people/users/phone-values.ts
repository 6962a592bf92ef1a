/** Drops characters that a phone number can't have. */
export function typedPhone(typed: string): string {
  return typed.replace(/[^\d+]/g, '')
}
