import { sql } from 'kysely'
import type { Dashboard } from '#contract/office/dashboard/calls.ts'
import { figuresKeptMs } from '#contract/office/dashboard/calls.ts'
import type { Work } from '#server/work.ts'
import { countFigures, findFreshDashboard } from './queries.ts'

/** Returns a season's figures, counted unless another process just did: of concurrent calls, one counts. */
export async function renewDashboard(work: Work, season: number): Promise<Dashboard> {
  await sql`select pg_advisory_xact_lock(hashtext('dashboards'), ${season})`.execute(work.tx)
  const counted = await findFreshDashboard(work.tx, season, work.clock())
  return counted ?? countDashboard(work, season)
}

/** Figures are kept this many times as long as counting took, so a small portal's are always current. */
const keptTimes = 100

/** Counts a season's figures and stores them for every process. */
export async function countDashboard({ tx, clock }: Work, season: number): Promise<Dashboard> {
  const asOf = clock()
  const startedMs = performance.now()
  const figures = await countFigures(tx, season)
  const keptMs = Math.min(figuresKeptMs, (performance.now() - startedMs) * keptTimes)
  const row = {
    figures: JSON.stringify(figures),
    countedAt: asOf,
    freshUntil: new Date(asOf.getTime() + keptMs),
  }
  await tx
    .insertInto('dashboards')
    .values({ season, ...row })
    .onConflict((conflict) => conflict.column('season').doUpdateSet(row))
    .execute()
  return { season, asOf, ...figures }
}
