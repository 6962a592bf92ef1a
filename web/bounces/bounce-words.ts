import type { Bounce } from '#contract/bounces/calls.ts'

/** Who told it, as a beginning of the reason. */
export const sourceWords: Record<Bounce['source'], string> = {
  'mail-server': 'Its mail server said',
  provider: 'The mail provider told',
  administrator: 'Marked by an administrator',
}
