import { sql } from 'kysely'
import { lockUser } from '#server/people/users/queries.ts'
import type { Tx } from '#server/services.ts'

/**
 * Locks people and all their registrations, current and past, so that nobody can register them. Returns the
 * registrations' ids. Refuses with USER_NOT_FOUND.
 */
export async function lockAccounts(tx: Tx, userIds: string[]): Promise<number[]> {
  // All verbs lock in id order, registrations first.
  const ids = userIds.toSorted()
  for (;;) {
    await sql`savepoint accounts`.execute(tx)
    const registrations = await tx
      .selectFrom('registrations')
      .select('registrationId')
      .where('userId', 'in', ids)
      .orderBy('registrationId')
      .forUpdate()
      .execute()
    const locked = registrations.map(({ registrationId }) => registrationId)
    for (const id of ids) await lockUser(tx, id)
    const { rows } = await sql`
      select from registrations where user_id = any(${ids}::uuid[]) and registration_id <> all(${locked}::integer[])`.execute(
      tx,
    )
    if (rows.length === 0) return locked
    // The transaction that locked a new registration may wait for its person, so this one releases all locks
    // and starts over.
    await sql`rollback to savepoint accounts`.execute(tx)
  }
}
