import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { seasonLabel, seasonOfDay } from '#contract/core/season.ts'
import type { StoredFinding } from '#contract/counting/hours/findings.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import { didOf } from '#contract/foundation/signing-keys/did.ts'
import { signCredential } from '#server/foundation/signing-keys/signing-keys.ts'
import type { Work } from '#server/work.ts'
import type { CredentialFacts } from './certificate-credential.ts'
import { credentialOf } from './certificate-credential.ts'

/** Signs an issue of a certificate and stores the credential, unless its person's account is deleted. May run twice. */
export async function signCertificate(work: Work, certificateId: number) {
  const { tx, config } = work
  const row = await tx
    .selectFrom('certificates')
    .innerJoin('registrations', 'registrations.registrationId', 'certificates.registrationId')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .innerJoin('providers', 'providers.providerId', 'certificates.providerId')
    .innerJoin('credits', 'credits.creditId', 'certificates.creditId')
    .leftJoin('creditFindings', 'creditFindings.creditFindingId', 'credits.creditFindingId')
    .select(['code', 'serial', 'personName', 'email', 'eventName', 'startOn', 'endOn', 'certificates.byDay'])
    .select(['issuedAt', 'certificates.hours', 'providerName', 'courseNumber', 'ruleVersion as rule'])
    .select(sql<StoredFinding['agenda'] | null>`finding->'agenda'`.as('agenda'))
    .where('certificateId', '=', certificateId)
    .executeTakeFirst()
  if (!row) return
  const { agenda, rule, byDay, ...says } = row
  const credential = credentialOf({
    ...says,
    rule,
    did: didOf(config.publicUrl),
    publicUrl: config.publicUrl,
    certificateId,
    salt: randomBytes(16).toString('base64url'),
    days: byDay ? daysOf(byDay) : rule ? agendaDays(agenda ?? []) : [],
  })
  const { keyId, jws } = await signCredential(work, credential)
  await tx
    .insertInto('certificateCredentials')
    .values({ certificateId, keyId, jws })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns each day's hours in words, with its renewal year if the hours are of two. */
function daysOf(byDay: readonly DayHours[]): CredentialFacts['days'] {
  const seasons = new Set(byDay.map(({ on }) => seasonOfDay(on)))
  return byDay.map(({ on, hours }) => {
    const year = seasons.size > 1 ? ` in the renewal year ${seasonLabel(seasonOfDay(on))}` : ''
    return { on, words: shownHours(hours) + year }
  })
}

/**
 * Returns, for a certificate from before days were stored, each day's hours by the rule; or minutes, if the
 * figures add up minutes.
 */
function agendaDays(agenda: StoredFinding['agenda']): CredentialFacts['days'] {
  return [...Map.groupBy(agenda, ({ on }) => on)].map(([on, hours]) => {
    const earned = hours.filter(({ code }) => code.startsWith('earned')).length
    const isByHour = hours.every(({ neededMinutes }) => neededMinutes !== null)
    const minutes = hours.reduce((sum, hour) => sum + hour.minutes, 0)
    return { on, words: isByHour ? `${earned} of ${shownHours(hours.length)}` : `${minutes} minutes` }
  })
}

/** The most certificates that one run signs. */
const mostAtOnce = 200

/** Signs certificates from before credentials existed, newest first. */
export async function signOlder(work: Work) {
  const rows = await work.tx
    .selectFrom('certificates')
    .innerJoin('registrations', 'registrations.registrationId', 'certificates.registrationId')
    .leftJoin('certificateCredentials as signed', 'signed.certificateId', 'certificates.certificateId')
    .select('certificates.certificateId')
    .where('signed.certificateId', 'is', null)
    .where('registrations.userId', 'is not', null)
    .orderBy('certificates.certificateId', 'desc')
    .limit(mostAtOnce)
    .execute()
  for (const { certificateId } of rows) await signCertificate(work, certificateId)
}
