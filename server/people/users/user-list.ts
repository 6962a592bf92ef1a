import { sql } from 'kysely'
import type { Data, Input } from '#contract/core/endpoint.ts'
import type { getPeople } from '#contract/people/users/changes.ts'
import { changedSince } from '#server/core/db/changes.ts'
import type { Db } from '#server/services.ts'
import { userColumns } from './queries.ts'

const changes = { table: 'userChanges', id: 'userId', first: '00000000-0000-0000-0000-000000000000' }

/** Returns a page of the people who changed after a cursor. Deleted and merged ones are in `deleted`. */
export async function findChangedPeople(
  db: Db,
  asked: Input<typeof getPeople>['query'],
): Promise<Data<typeof getPeople>> {
  const { ids, ...page } = await changedSince(db, changes, asked)
  const found = await db
    .selectFrom('users')
    .select(userColumns)
    .where('userId', '=', sql<string>`any(${ids}::uuid[])`)
    .where('mergedInto', 'is', null)
    .execute()
  const byId = new Map(found.map((user) => [user.userId, user]))
  const people = ids.flatMap((id) => byId.get(id) ?? [])
  return { people, deleted: ids.filter((id) => !byId.has(id)), ...page }
}
