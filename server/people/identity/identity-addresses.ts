import { Refusal } from '#server/core/http/refusal.ts'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import type { ProvenIdentity } from '#server/core/identity/verify-id-token.ts'
import type { Db, Tx } from '#server/services.ts'

/** Refuses with IDENTITY_NOT_PROVEN a proof from before its address was voided. Locks the address until the transaction ends. */
export async function refuseVoidProof(
  tx: Tx,
  { email, provenAt }: Pick<ProvenIdentity, 'email' | 'provenAt'>,
  now: Date,
) {
  const { validFrom } = await tx
    .insertInto('identityAddresses')
    .values({ addressHash: hashOfSecret(email), seenAt: now })
    .onConflict((conflict) => conflict.column('addressHash').doUpdateSet({ seenAt: now }))
    .returning('validFrom')
    .executeTakeFirstOrThrow()
  if (validFrom && provenAt <= validFrom) throw new Refusal('IDENTITY_NOT_PROVEN')
}

/** Voids an address's earlier proofs. */
export async function voidProofs(tx: Tx, email: string, now: Date) {
  const voided = { validFrom: now, seenAt: now }
  await tx
    .insertInto('identityAddresses')
    .values({ addressHash: hashOfSecret(email), ...voided })
    .onConflict((conflict) => conflict.column('addressHash').doUpdateSet(voided))
    .execute()
  await tx.deleteFrom('identityRefreshTokens').where('addressHash', '=', hashOfSecret(email)).execute()
}

/** Forgets an address; voided proofs stay void. */
export async function forgetProven(tx: Tx, email: string) {
  const addressHash = hashOfSecret(email)
  await tx
    .updateTable('identityAddresses')
    .set({ settledSubject: null })
    .where('addressHash', '=', addressHash)
    .execute()
  await tx.deleteFrom('identityRefreshTokens').where('addressHash', '=', addressHash).execute()
}

/** Returns false if a subject has a password from before its mailbox was proven. */
export async function isSettled(db: Db, email: string, subject: string): Promise<boolean> {
  const settled = await db
    .selectFrom('identityAddresses')
    .select('settledSubject')
    .where('addressHash', '=', hashOfSecret(email))
    .executeTakeFirst()
  return settled?.settledSubject === subject
}

export async function noteSettled(db: Db, email: string, subject: string, now: Date) {
  const settled = { settledSubject: subject, seenAt: now }
  await db
    .insertInto('identityAddresses')
    .values({ addressHash: hashOfSecret(email), ...settled })
    .onConflict((conflict) => conflict.column('addressHash').doUpdateSet(settled))
    .execute()
}
