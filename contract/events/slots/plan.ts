/** A stretch of time, in one unit for all numbers of a plan. */
export interface Stretch {
  from: number
  to: number
}

/**
 * Returns when the hours of a day begin. One begins every `period`, and belongs to the day if its taught time fits. An hour whose taught
 * time would reach into a break is not planned; the next one begins when the break ends. `courses_of_day` in SQL says the same.
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
