/** Drops what a phone number cannot have. */
export function typedPhone(typed: string): string {
  return typed.replace(/[^\d+]/g, '')
}
