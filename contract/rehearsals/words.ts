import type { RehearsalResult } from './calls.ts'
import { isAsExpected, isInTime, mostMinutesToCertificate } from './rules.ts'

/** Returns whether the rehearsal went as expected, in a sentence. */
export function verdictWords(
  result: Pick<RehearsalResult, 'habits' | 'mails' | 'minutesToCertificate'>,
): string {
  if (isAsExpected(result)) return 'Everybody got what was expected.'
  const wrong = [...result.habits, ...result.mails].filter((line) => !line.isAsExpected).length
  if (wrong === 0) return 'The certificates came too late.'
  const differ = wrong === 1 ? 'One line differs' : `${wrong} lines differ`
  return `${differ} from what was expected${isInTime(result) ? '' : ', and the certificates came too late'}.`
}

/** Returns how long the people with all hours waited for their certificates, in a sentence. */
export function waitWords({
  minutesToCertificate: minutes,
}: Pick<RehearsalResult, 'minutesToCertificate'>): string {
  if (minutes === null)
    return 'Not everybody with all hours had a certificate before the reports were settled.'
  const late = isInTime({ minutesToCertificate: minutes }) ? '' : `; ${mostMinutesToCertificate} are allowed`
  return `Everybody with all hours had a certificate ${minutes === 1 ? '1 minute' : `${minutes} minutes`} after the last report${late}.`
}

/** Returns '8', or '8 (11 people), 7 (1 person)' if not everybody with a habit has the same hours. */
export function creditedWords({ credited }: RehearsalResult['habits'][number]): string {
  if (credited.length === 1) return String(credited[0]?.hours)
  return credited
    .map(({ hours, people }) => `${hours} (${people === 1 ? '1 person' : `${people} people`})`)
    .join(', ')
}
