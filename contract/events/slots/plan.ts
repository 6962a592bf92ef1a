/** A stretch of time; a plan uses one unit for all numbers. */
export interface Stretch {
  from: number
  to: number
}

/**
 * Returns when a day's hours begin: one every `period`, if its taught time fits. An hour that would run into
 * a break is skipped; the next one begins after the break. `courses_of_day` is its SQL.
 */
export function plannedBegins(
  day: Stretch,
  breaks: readonly Stretch[],
  { period, taught }: { period: number; taught: number },
): number[] {
  const begins: number[] = []
  for (let begin = day.from; begin + taught <= day.to; ) {
    const reached = breaks.find(({ from, to }) => from < begin + taught && begin < to)
    if (!reached) begins.push(begin)
    begin = reached ? reached.to : begin + period
  }
  return begins
}
