import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { StoredFinding } from '#contract/credits/findings.ts'
import { shownHours } from '#contract/events/facts.ts'
import { didOf } from '#contract/signing-keys/did.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db } from '#server/services.ts'
import { sign } from '#server/signing-keys/signing-keys.ts'
import type { Work } from '#server/work.ts'
import { type CredentialFacts, credentialOf, mostInList, statusListOf } from './certificate-credential.ts'

/** Signs an issue of a certificate and stores the credential, unless its person has deleted their account. May run twice. */
export async function signCertificate(work: Work, certificateId: number): Promise<void> {
  const { tx, config } = work
  const row = await tx
    .selectFrom('certificates')
    .innerJoin('registrations', 'registrations.registrationId', 'certificates.registrationId')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .innerJoin('providers', 'providers.providerId', 'certificates.providerId')
    .innerJoin('credits', 'credits.creditId', 'certificates.creditId')
    .leftJoin('creditFindings', 'creditFindings.creditFindingId', 'credits.creditFindingId')
    .select(['code', 'serial', 'email', 'eventName', 'startOn', 'endOn', 'certificates.hours', 'issuedAt'])
    .select(['providerName', 'courseNumber', 'ruleVersion as rule'])
    .select(sql<StoredFinding['agenda'] | null>`finding->'agenda'`.as('agenda'))
    .where('certificateId', '=', certificateId)
    .executeTakeFirst()
  if (!row) return
  const { agenda, rule, ...says } = row
  const credential = credentialOf({
    ...{ ...says, rule, did: didOf(config.publicUrl), publicUrl: config.publicUrl, certificateId },
    salt: randomBytes(16).toString('base64url'),
    days: rule ? daysOf(agenda ?? []) : [],
  })
  const { keyId, jws } = await sign(work, credential)
  await tx
    .insertInto('certificateCredentials')
    .values({ certificateId, keyId, jws })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Says for each day how many of its hours were earned; or its minutes, by figures that add up minutes. */
function daysOf(agenda: StoredFinding['agenda']): CredentialFacts['days'] {
  return [...Map.groupBy(agenda, ({ on }) => on)].map(([on, hours]) => {
    const earned = hours.filter(({ code }) => code.startsWith('earned')).length
    const isByHour = hours.every(({ neededMinutes }) => neededMinutes !== null)
    const minutes = hours.reduce((sum, hour) => sum + hour.minutes, 0)
    return { on, words: isByHour ? `${earned} of ${shownHours(hours.length)}` : `${minutes} minutes` }
  })
}

/** The most certificates that one run of the job signs. */
const mostAtOnce = 200

/** Signs certificates from before credentials were signed, newest first. */
export async function signOlder(work: Work): Promise<void> {
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

/** Returns the signed credential of the valid certificate of a link. Refuses with CERTIFICATE_NOT_FOUND or CERTIFICATE_WITHDRAWN. */
export async function getCredential(db: Db, code: string): Promise<{ jws: string; serial: string }> {
  const row = await db
    .selectFrom('certificates')
    .innerJoin('registrations', 'registrations.registrationId', 'certificates.registrationId')
    .leftJoin('certificateCredentials as signed', 'signed.certificateId', 'certificates.certificateId')
    .select(['serial', 'jws', 'certificateCode'])
    .where('code', '=', code)
    .orderBy('issue', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.jws) throw new Refusal('CERTIFICATE_NOT_FOUND')
  if (row.certificateCode === null) throw new Refusal('CERTIFICATE_WITHDRAWN')
  return { jws: row.jws, serial: row.serial }
}

/** Answers are valid for this long, so a withdrawal is known within a minute. */
export const statusSeconds = 30

/** Returns a signed status list: a bit for each certificate, set once it is withdrawn or replaced. Source: Bitstring Status List 1.0. */
export async function statusList(work: Pick<Work, 'tx' | 'config' | 'clock'>, list: number): Promise<string> {
  const { tx, config, clock } = work
  const first = list * mostInList
  const { rows } = await sql<{ certificateId: number }>`
    select certificate_id from certificates issued join registrations using (registration_id)
    where certificate_id >= ${first} and certificate_id < ${first + mostInList} and (certificate_code is null
      or exists (select from certificates newer where newer.registration_id = issued.registration_id and newer.issue > issued.issue))`.execute(
    tx,
  )
  const bits = Buffer.alloc(mostInList / 8)
  for (const { certificateId } of rows) {
    const index = certificateId - first
    bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7))
  }
  const id = statusListOf(config.publicUrl, first)
  const now = clock()
  const did = didOf(config.publicUrl)
  const { jws } = await sign(work, {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    ...{ id, type: ['VerifiableCredential', 'BitstringStatusListCredential'], issuer: did },
    validFrom: now.toISOString(),
    validUntil: new Date(now.getTime() + statusSeconds * 1000).toISOString(),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      ttl: statusSeconds * 1000,
      encodedList: `u${gzipSync(bits).toString('base64url')}`,
    },
    ...{ iss: did, jti: id, nbf: Math.floor(now.getTime() / 1000) },
  })
  return jws
}
