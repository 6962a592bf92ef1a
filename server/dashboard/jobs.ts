import type { Work } from '#server/work.ts'
import { countDashboard } from './count-dashboard.ts'

/** Counts the season that runs, so that nobody who looks at it waits. */
export async function countSeason(work: Work): Promise<void> {
  await countDashboard(work, work.config.season(work.clock()))
}
