import { sql } from 'kysely'
import { mostSites } from '#contract/events/embeds/rules.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Work } from '#server/work.ts'

/** Lists a website, unless it is listed. Refuses with TOO_MANY_SITES. */
export async function addEmbedSite(work: Work, { site }: { site: string }) {
  const { tx, clock, actingUserId = null } = work
  // Concurrent calls wait, so that none passes the limit.
  await sql`lock table embed_sites in share row exclusive mode`.execute(tx)
  const listed = await tx.selectFrom('embedSites').select('site').execute()
  if (listed.some((each) => each.site === site)) return
  if (listed.length >= mostSites) throw new Refusal('TOO_MANY_SITES')
  await tx.insertInto('embedSites').values({ site, addedAt: clock(), addedBy: actingUserId }).execute()
  await happened(work, [{ activity: 'embed-site-added', details: { item: site } }])
}

/** Removes a website from the list, if it is there. */
export async function removeEmbedSite(work: Work, { site }: { site: string }) {
  const removed = await work.tx.deleteFrom('embedSites').where('site', '=', site).returning('site').execute()
  if (removed.length > 0) {
    await happened(work, [{ activity: 'embed-site-removed', details: { item: site } }])
  }
}
