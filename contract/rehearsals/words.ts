import type { RehearsalResult } from './calls.ts'

/** Returns whether the rehearsal went as expected, in a sentence. */
export function verdictWords({ isAsExpected, habits, mails }: RehearsalResult): string {
  if (isAsExpected) return 'Everybody got what was expected.'
  const wrong = [...habits, ...mails].filter((each) => !each.isAsExpected).length
  return wrong === 1
    ? 'One line differs from what was expected.'
    : `${wrong} lines differ from what was expected.`
}

/** Returns how long the people with all hours waited for their certificates, in a sentence. */
export function waitWords({ minutesToCertificate: minutes }: RehearsalResult): string {
  if (minutes === null)
    return 'Not everybody with all hours had a certificate before the reports were settled.'
  return `Everybody with all hours had a certificate ${minutes === 1 ? '1 minute' : `${minutes} minutes`} after the last report.`
}

/** Returns '8', or '8 (11 people), 7 (1 person)' if not everybody with a habit has the same hours. */
export function creditedWords({ credited }: RehearsalResult['habits'][number]): string {
  if (credited.length === 1) return String(credited[0]?.hours)
  return credited
    .map(({ hours, people }) => `${hours} (${people === 1 ? '1 person' : `${people} people`})`)
    .join(', ')
}
