/** A line of the result: what was expected, and if the portal did it. */
interface Compared {
  isAsExpected: boolean
}

/** The credit of everyone with one habit. */
export interface ComparedHabit extends Compared {
  habit: string
  people: number
  expectedHours: number
  /** The people with the same hours, most hours first. */
  credited: { hours: number; people: number }[]
}

/** The emails of one kind. */
export interface ComparedMails extends Compared {
  kind: string
  expected: number
  sent: number
}

/** The event's inspection pack, with the last sentence of its `verify.mjs`. The hash is '' if no pack was made. */
export interface ComparedPack extends Compared {
  sha256: string
  verdict: string
}

export interface RehearsalResult {
  /** The held slot's time, in words. */
  slot: string
  people: number
  seed: number
  habits: ComparedHabit[]
  mails: ComparedMails[]
  /**
   * From the webinar platform's last report to the last certificate email of everyone with all hours; null if
   * some have none.
   */
  minutesToCertificate: number | null
  pack: ComparedPack
  tookSeconds: number
}

/** The parts of a result that can differ from what was expected. */
type Judged = Pick<RehearsalResult, 'habits' | 'mails' | 'minutesToCertificate' | 'pack'>

/** The most minutes from the webinar platform's last report to the certificates of everyone with all hours. */
const mostMinutesToCertificate = 10

/** Returns true if hours, emails, the time of the certificates and the inspection pack are as expected. */
export function isAsExpected(result: Judged): boolean {
  const lines = [...result.habits, ...result.mails, result.pack]
  return lines.every((line) => line.isAsExpected) && isInTime(result)
}

/** Returns the verdict on the rehearsal, in a sentence. */
export function verdictWords(result: Judged): string {
  const wrong = [...result.habits, ...result.mails].filter((line) => !line.isAsExpected).length
  const problems: string[] = []
  if (wrong === 1) problems.push('one line differs from what was expected')
  if (wrong > 1) problems.push(`${wrong} lines differ from what was expected`)
  if (!isInTime(result)) problems.push('the certificates came too late')
  if (!result.pack.isAsExpected) problems.push('the inspection pack does not verify')
  if (problems.length === 0) return 'Everyone got what was expected.'
  const sentence = problems.join(', and ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** Returns the verdict on the inspection pack, in a sentence. */
export function packWords({ sha256, verdict }: ComparedPack): string {
  return sha256 === ''
    ? `No inspection pack was made: ${verdict}`
    : `Inspection pack: ${verdict} SHA-256 ${sha256}`
}

/** Returns how long the people with all hours waited for their certificates, in a sentence. */
export function waitWords(minutes: number | null): string {
  if (minutes === null)
    return 'Not everyone with all hours had a certificate before the reports were settled.'
  const late = minutes > mostMinutesToCertificate ? `; ${mostMinutesToCertificate} are allowed` : ''
  return `Everyone with all hours had a certificate ${minutes === 1 ? '1 minute' : `${minutes} minutes`} after the last report${late}.`
}

/** Returns '8', or '8 (11 people), 7 (1 person)' if people with one habit have different hours. */
export function creditedWords({ credited }: ComparedHabit): string {
  if (credited.length === 1) return String(credited[0]?.hours)
  return credited
    .map(({ hours, people }) => `${hours} (${people === 1 ? '1 person' : `${people} people`})`)
    .join(', ')
}

function isInTime({ minutesToCertificate }: Judged): boolean {
  return minutesToCertificate !== null && minutesToCertificate <= mostMinutesToCertificate
}
