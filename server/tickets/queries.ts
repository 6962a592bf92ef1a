import type { JWK } from 'jose'
import type { Db } from '#server/services.ts'

/** Returns the public keys that verify tickets. */
export async function findTicketKeys(db: Db): Promise<{ keyId: number; publicJwk: JWK }[]> {
  const keys = await db.selectFrom('ticketKeys').select(['keyId', 'publicJwk']).orderBy('keyId').execute()
  return keys.map(({ keyId, publicJwk }) => ({ keyId, publicJwk: publicJwk as JWK }))
}

/** Returns the number of a registration's ticket that lets in: 1 until it is replaced. */
export async function findTicketNumber(db: Db, registrationId: number): Promise<number> {
  const ticket = await db
    .selectFrom('tickets')
    .select('number')
    .where('registrationId', '=', registrationId)
    .executeTakeFirst()
  return ticket?.number ?? 1
}
