import type { JWK } from 'jose'
import { exportJWK, generateKeyPair } from 'jose'
import { sql } from 'kysely'
import { ticketAlgorithm, writeTicket } from '#contract/registrations/tickets/ticket-codes.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findTicketNumbers } from './queries.ts'

/** Returns the text of a registration's ticket, for its QR code. Each call signs anew: the earlier ones stay valid. */
export async function makeTicket(work: Pick<Work, 'tx' | 'clock'>, registrationId: number): Promise<string> {
  const [ticket] = await makeTickets(work, [registrationId])
  return ticket as string
}

/** Returns the texts of tickets in the order of their registrations. */
export async function makeTickets(
  work: Pick<Work, 'tx' | 'clock'>,
  registrationIds: readonly number[],
): Promise<string[]> {
  if (registrationIds.length === 0) return []
  const [key, numbers] = [await signingKey(work), await findTicketNumbers(work.tx, registrationIds)]
  return Promise.all(
    registrationIds.map((registrationId) =>
      writeTicket({ registrationId, number: numbers.get(registrationId) ?? 1 }, key),
    ),
  )
}

/** Returns the newest key. The first ticket makes it. */
async function signingKey({
  tx,
  clock,
}: Pick<Work, 'tx' | 'clock'>): Promise<{ keyId: number; privateJwk: JWK }> {
  const known = await newestKey(tx)
  if (known) return known
  const { publicKey, privateKey } = await generateKeyPair(ticketAlgorithm, { extractable: true })
  const [publicJwk, privateJwk] = [await exportJWK(publicKey), await exportJWK(privateKey)]
  // Of two processes at the same moment, the second one takes the key of the first.
  await sql`select pg_advisory_xact_lock(hashtext('ticket keys'))`.execute(tx)
  const made = await newestKey(tx)
  if (made) return made
  const jwks = { publicJwk: JSON.stringify(publicJwk), privateJwk: JSON.stringify(privateJwk) }
  const { keyId } = await tx
    .insertInto('ticketKeys')
    .values({ ...jwks, createdAt: clock() })
    .returning('keyId')
    .executeTakeFirstOrThrow()
  return { keyId, privateJwk }
}

async function newestKey(tx: Tx): Promise<{ keyId: number; privateJwk: JWK } | undefined> {
  const key = await tx
    .selectFrom('ticketKeys')
    .select(['keyId', 'privateJwk'])
    .orderBy('keyId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return key && { keyId: key.keyId, privateJwk: key.privateJwk as JWK }
}
