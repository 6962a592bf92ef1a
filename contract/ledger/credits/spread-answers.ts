/** An hour of the course in one slot, with its minutes of credit there. */
interface Hour {
  course: string
  value: number
}

/** A slot's day whose answers suffice for some of its present hours, in any choice. */
interface Choice<Of extends Hour> {
  hours: readonly Of[]
  enough: number
}

/**
 * Chooses the hours that untimed answers count for, so that all slots together give the most credit.
 * `earned`: the credit of hours that need no answers. Ties go to earlier hours, and to the first slots.
 */
export function spreadAnswers<Of extends Hour>(
  choices: readonly Choice<Of>[],
  earned: ReadonlyMap<string, number>,
): Set<Of> {
  const days = choices.map(({ hours, enough }) => ({ hours, enough, taken: new Map<string, Of>() }))
  const gain = (hour: Of) => hour.value - (earned.get(hour.course) ?? 0)
  const courses = new Set(choices.flatMap(({ hours }) => hours.map(({ course }) => course)))
  for (const course of courses) place(course)
  return new Set(days.flatMap(({ taken }) => [...taken.values()]))

  /** Adds a course hour in the best way: placed hours move to other days, and at most one drops out. */
  function place(course: string): void {
    // The best way so far to have one hour too many on each day: `gain` in total, and the moves to it.
    type Way = { gain: number; moves: { to: number; hour: Of }[]; gone?: Of }
    const ways: (Way | undefined)[] = days.map(({ hours }, to) => {
      const hour = hours.find((each) => each.course === course)
      return hour && gain(hour) > 0 ? { gain: gain(hour), moves: [{ to, hour }] } : undefined
    })
    for (let round = 1; round < days.length; round++) {
      for (const [from, way] of [...ways].entries()) {
        for (const [to, { hours }] of days.entries()) {
          for (const hour of hours) {
            const moved = days[from]?.taken.get(hour.course)
            if (!way || !moved || from === to) continue
            const better = way.gain + gain(hour) - gain(moved)
            if (better > (ways[to]?.gain ?? Number.NEGATIVE_INFINITY))
              ways[to] = { gain: better, moves: [...way.moves, { to, hour }] }
          }
        }
      }
    }
    const ends = days.flatMap(({ hours, taken, enough }, day): Way[] => {
      const way = ways[day]
      if (!way) return []
      if (taken.size < enough) return [way]
      const last = hours.filter((hour) => taken.get(hour.course) === hour).reverse()
      return last.map((gone) => ({ ...way, gain: way.gain - gain(gone), gone }))
    })
    const best = ends.reduce<Way | undefined>(
      (most, end) => (end.gain > (most?.gain ?? 0) ? end : most),
      undefined,
    )
    if (!best) return
    for (const { hour } of best.moves) for (const { taken } of days) taken.delete(hour.course)
    for (const { to, hour } of best.moves) days[to]?.taken.set(hour.course, hour)
    const last = best.moves.at(-1)
    if (best.gone && last) days[last.to]?.taken.delete(best.gone.course)
  }
}
