import type { JWK } from 'jose'
import { exportJWK, generateKeyPair } from 'jose'
import { sql } from 'kysely'
import { ticketAlgorithm, writeTicket } from '#contract/registrations/tickets/ticket-codes.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { writeMail } from '#server/foundation/mails/mails.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { ticketMail } from './mails.ts'
import { findTicketNumbers, getTicketHolder } from './queries.ts'
import { ticketPicture } from './ticket-picture.ts'

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

/**
 * Replaces the ticket of a registration, so that the door refuses the earlier ones, and emails the new one. Refuses like
 * `getTicketHolder`.
 */
export function replaceTicket(work: Work, registrationId: number): Promise<void> {
  return replace(work, registrationId, undefined)
}

/** Does the same for the person of the registration. */
export function replaceOwnTicket(work: Work, userId: string, registrationId: number): Promise<void> {
  return replace(work, registrationId, userId)
}

async function replace(work: Work, registrationId: number, ownerId: string | undefined): Promise<void> {
  const { tx, clock, config } = work
  const holder = await getTicketHolder(tx, registrationId, ownerId)
  const { number } = await tx
    .insertInto('tickets')
    .values({ registrationId, number: 2, replacedAt: clock() })
    .onConflict((row) =>
      row.column('registrationId').doUpdateSet({ number: sql`tickets.number + 1`, replacedAt: clock() }),
    )
    .returning('number')
    .executeTakeFirstOrThrow()
  await writeMail(work, {
    cause: `ticket:${registrationId}:${number}`,
    to: holder.email,
    registrationId,
    content: ticketMail(holder, { publicUrl: config.publicUrl, sender: await findSender(work) }),
    attachments: [ticketPicture(await makeTicket(work, registrationId))],
  })
  await happened(work, [{ activity: 'ticket-replaced', registrationId }])
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
