import { nameOrEmail } from '#contract/core/names.ts'
import type { EmbedSite } from '#contract/events/embeds/calls.ts'
import type { Db } from '#server/services.ts'

/** Returns the websites that may show the events, in the order of their names. */
export async function findEmbedSites(db: Db): Promise<EmbedSite[]> {
  const rows = await db
    .selectFrom('embedSites')
    .leftJoin('users', 'users.userId', 'embedSites.addedBy')
    .select(['site', 'addedAt', 'firstName', 'lastName', 'email'])
    .orderBy('site')
    .execute()
  return rows.map(({ site, addedAt, ...by }) => ({ site, addedAt, addedBy: nameOrEmail(by) }))
}
