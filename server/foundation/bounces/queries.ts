import { sql } from 'kysely'
import type { Bounce, MarkedAddress } from '#contract/foundation/bounces/calls.ts'
import { mostMarked } from '#contract/foundation/bounces/calls.ts'
import type { Db } from '#server/services.ts'

/** Returns an address's mark; null if none, or if the address works again. */
export async function findBounce(db: Db, email: string): Promise<Bounce | null> {
  return (await bounceOf(db, email).executeTakeFirst()) ?? null
}

/** Returns the query for an address's mark. */
export function bounceOf(db: Db, email: string) {
  return marks(db).where('bounces.email', '=', email)
}

/** Returns the mark of a person's address. */
export async function findBounceOf(db: Db, userId: string): Promise<Bounce | null> {
  const emails = db.selectFrom('users').select('users.email').where('userId', '=', userId)
  return (await marks(db).where('bounces.email', 'in', emails).executeTakeFirst()) ?? null
}

/** Returns the marked addresses and their total: first those with an account, each group newest first. */
export async function findBounces(db: Db): Promise<{ bounces: MarkedAddress[]; total: number }> {
  const marked = await marks(db)
    .leftJoin('users', 'users.email', 'bounces.email')
    .select(['userId', 'firstName', 'lastName'])
    .select(({ fn }) => fn.countAll<number>().over().as('total'))
    .orderBy(sql`users.user_id is null`)
    .orderBy('bouncedAt', 'desc')
    .orderBy('bounces.email')
    .limit(mostMarked)
    .execute()
  const bounces = marked.map(({ userId, firstName, lastName, total: _, ...bounce }) => ({
    ...bounce,
    person: userId === null ? null : { userId, firstName: firstName ?? '', lastName: lastName ?? '' },
  }))
  return { bounces, total: marked[0]?.total ?? 0 }
}

function marks(db: Db) {
  return db
    .selectFrom('bounces')
    .select(['bounces.email', 'reason', 'source', 'bouncedAt'])
    .where('clearedAt', 'is', null)
}
