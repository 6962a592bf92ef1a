import type { RehearsalResult } from './calls.ts'
import type { Compared } from './rules.ts'
import { isInTime, mostMinutesToCertificate } from './rules.ts'

/** Returns whether the rehearsal went as expected, in a sentence. */
export function verdictWords(result: Compared): string {
  const wrong = [...result.habits, ...result.mails].filter((line) => !line.isAsExpected).length
  const problems = [
    ...(wrong > 0
      ? [`${wrong === 1 ? 'one line differs' : `${wrong} lines differ`} from what was expected`]
      : []),
    ...(isInTime(result) ? [] : ['the certificates came too late']),
    ...(result.pack.isAsExpected ? [] : ['the inspection pack does not verify']),
  ]
  if (problems.length === 0) return 'Everyone got what was expected.'
  const sentence = problems.join(', and ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** Returns what became of the inspection pack, in a sentence. */
export function packWords({ pack: { sha256, verdict } }: Pick<RehearsalResult, 'pack'>): string {
  return sha256 === ''
    ? `No inspection pack was made: ${verdict}`
    : `Inspection pack: ${verdict} SHA-256 ${sha256}`
}

/** Returns how long the people with all hours waited for their certificates, in a sentence. */
export function waitWords({
  minutesToCertificate: minutes,
}: Pick<RehearsalResult, 'minutesToCertificate'>): string {
  if (minutes === null)
    return 'Not everyone with all hours had a certificate before the reports were settled.'
  const late = isInTime({ minutesToCertificate: minutes }) ? '' : `; ${mostMinutesToCertificate} are allowed`
  return `Everyone with all hours had a certificate ${minutes === 1 ? '1 minute' : `${minutes} minutes`} after the last report${late}.`
}

/** Returns '8', or '8 (11 people), 7 (1 person)' if not everybody with a habit has the same hours. */
export function creditedWords({ credited }: RehearsalResult['habits'][number]): string {
  if (credited.length === 1) return String(credited[0]?.hours)
  return credited
    .map(({ hours, people }) => `${hours} (${people === 1 ? '1 person' : `${people} people`})`)
    .join(', ')
}
