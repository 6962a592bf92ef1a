import { randomUUID } from 'node:crypto'
import type { JWK } from 'jose'
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { sql } from 'kysely'
import { didOf } from '#contract/signing-keys/did.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findKeys } from './queries.ts'

/** Open Badges 3.0 asks for it. The same key gives the same bytes. */
const algorithm = 'RS256'

/** A key signs for this many days. */
const daysOfUse = 365

/** Signs a payload as a compact JWS. Returns it with the key that has signed; the first one that is needed is made. */
export async function sign(
  { tx, config, clock }: Pick<Work, 'tx' | 'config' | 'clock'>,
  payload: object,
): Promise<{ keyId: string; jws: string }> {
  const [key = await makeKey(tx, clock())] = await findKeys(tx)
  const header = { alg: algorithm, typ: 'JWT', kid: `${didOf(config.publicUrl)}#${key.keyId}` }
  const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader(header)
    .sign(key.privateJwk as JWK)
  return { keyId: key.keyId, jws }
}

/** Makes a new key when the newest one has signed for a year. May run twice. */
export async function rotateSigningKey({ tx, clock }: Work): Promise<void> {
  const [newest] = await findKeys(tx)
  const dueAt = (newest?.createdAt.getTime() ?? 0) + daysOfUse * 86_400_000
  if (newest && clock().getTime() >= dueAt) await makeKey(tx, clock())
}

async function makeKey(tx: Tx, now: Date) {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  // Of two processes at the same moment, the second one takes the key of the first.
  await sql`select pg_advisory_xact_lock(hashtext('signing keys'))`.execute(tx)
  const [newest] = await findKeys(tx)
  if (newest && now.getTime() < newest.createdAt.getTime() + daysOfUse * 86_400_000) return newest
  const key = { keyId: randomUUID(), privateJwk: await exportJWK(privateKey), createdAt: now }
  await tx
    .insertInto('signingKeys')
    .values({ ...key, privateJwk: JSON.stringify(key.privateJwk) })
    .execute()
  return key
}
