import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { didOf } from '#contract/foundation/signing-keys/did.ts'
import { refusing } from '#server/core/http/refusal.ts'
import { signCredential } from '#server/foundation/signing-keys/signing-keys.ts'
import type { Work, WriteServices } from '#server/work.ts'
import { write } from '#server/work.ts'
import { mostInList, statusListOf } from './certificate-credential.ts'

/** A list may be cached for this long, here and by its readers. */
export const cachedSeconds = 30

/** A list is valid for a minute, so a withdrawal is known by then, and from a minute ago, because clocks differ. */
const validMs = 60_000

/** Opens the signed status lists. Each process signs a list at most once in `cachedSeconds`. */
export function openStatusLists(services: WriteServices): (list: number) => Promise<string> {
  const kept = new Map<number, { until: number; jws: Promise<string> }>()
  return (list) => {
    const now = services.clock().getTime()
    const known = kept.get(list)
    if (known && now < known.until) return known.jws
    const jws = write(services, undefined, (work) => statusList(work, list))
    kept.set(list, { until: now + cachedSeconds * 1000, jws })
    jws.catch(() => kept.delete(list))
    return jws
  }
}

/**
 * Returns a signed status list: a bit per certificate, set once it is withdrawn, replaced or deleted. Refuses
 * with CERTIFICATE_NOT_FOUND beyond the newest certificate. Source: Bitstring Status List 1.0.
 */
async function statusList(work: Work, list: number) {
  const { tx, config, clock } = work
  const first = list * mostInList
  await tx
    .selectFrom('certificates')
    .select('certificateId')
    .where('certificateId', '>=', first)
    .limit(1)
    .executeTakeFirstOrThrow(refusing('CERTIFICATE_NOT_FOUND'))
  const bits = Buffer.alloc(mostInList / 8)
  for (const certificateId of await findRevoked(work, first)) {
    const index = certificateId - first
    bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7))
  }
  const id = statusListOf(config.publicUrl, first)
  const now = clock().getTime()
  const { jws } = await signCredential(work, {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: didOf(config.publicUrl),
    validFrom: new Date(now - validMs),
    validUntil: new Date(now + validMs),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      ttl: cachedSeconds * 1000,
      encodedList: `u${gzipSync(bits).toString('base64url')}`,
    },
  })
  return jws
}

async function findRevoked({ tx, clock }: Pick<Work, 'tx' | 'clock'>, first: number) {
  // An id without a row belongs to a deleted certificate, or to one being issued.
  const { rows } = await sql<{ certificateId: number }>`
    select certificate_id from certificates issued join registrations using (registration_id)
    where certificate_id between ${first} and ${first + mostInList - 1}
      and (certificate_code is null or cancelled_at is not null or exists (
        select from certificates newer where newer.registration_id = issued.registration_id and newer.issue > issued.issue))
    union all
    select id from generate_series(${first}::integer, least(${first + mostInList - 1}, coalesce((
      select max(certificate_id) from certificates where issued_at < ${clock()}::timestamptz - interval '1 day'), -1))) id
    where not exists (select from certificates where certificate_id = id)`.execute(tx)
  return rows.map(({ certificateId }) => certificateId)
}
