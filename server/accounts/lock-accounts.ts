import { sql } from 'kysely'
import { lockRegistrations } from '#server/registrations/leave-registrations.ts'
import type { Tx } from '#server/services.ts'
import { lockUser } from '#server/users/queries.ts'

/**
 * Locks people and all that they hold or held: from now on nobody can register them for anything. Gives the ids of their
 * registrations; refuses with USER_NOT_FOUND.
 */
export async function lockAccounts(tx: Tx, userIds: string[]): Promise<number[]> {
  // In an order that two who lock the same ones share, and registrations first, as everybody else does.
  const ids = userIds.toSorted()
  for (;;) {
    await sql`savepoint accounts`.execute(tx)
    const locked: number[] = []
    for (const id of ids) locked.push(...(await lockRegistrations(tx, id)))
    for (const id of ids) await lockUser(tx, id)
    const { rows } = await sql`
      select from registrations where user_id = any(${ids}::uuid[]) and registration_id <> all(${locked}::integer[])`.execute(
      tx,
    )
    if (rows.length === 0) return locked
    // Whoever has locked what came in before may wait for its person: so all are let go, and it begins anew.
    await sql`rollback to savepoint accounts`.execute(tx)
  }
}
