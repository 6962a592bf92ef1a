import { lettersWithoutGlyph } from '@portal/typesetting/prepared-text'
import { refuseFields } from '#server/core/http/refusal.ts'
import type { Work } from '#server/work.ts'

interface Named {
  firstName: string
  lastName: string
  printedName: string
}

/** Returns the name that certificates print. */
export function nameOnCertificates({ firstName, lastName, printedName }: Named): string {
  return printedName || `${firstName} ${lastName}`.trim()
}

/** Returns the letters of the certificate name that no font has; '' if all can be printed. */
export async function unprintableLetters(person: Named): Promise<string> {
  return (await lettersWithoutGlyph(nameOnCertificates(person))).join('')
}

/** Refuses an unprintable certificate name. */
export async function refuseUnprintable(printedName: string | undefined) {
  const letters = await lettersWithoutGlyph(printedName ?? '')
  if (letters.length > 0) {
    refuseFields({ printedName: `Certificates can't print ${letters.join(' ')}. Please use other letters.` })
  }
}

/** Stores which letters of a person's name no font has. */
export async function noteUnprintable({ tx }: Work, userId: string, letters: string) {
  await tx.updateTable('users').set({ unprintableLetters: letters }).where('userId', '=', userId).execute()
}
