import type { Work } from '#server/work.ts'
import { countDashboard } from './count-dashboard.ts'

/** Counts the current season, so that nobody waits for it. */
export async function countSeason(work: Work): Promise<void> {
  await countDashboard(work, work.config.season(work.clock()))
}
