/** An act at the door of a slot's day, or a line of its sign-in sheet, as the phone or desk has sent it. */
export interface CheckIn {
  checkInId: string
  act: 'in' | 'out' | 'undo'
  /** The time by the portal's clock: the phone has corrected its own. */
  at: Date
  /** The check-in that an undo takes back. */
  undoneId?: string | null
}

/** A stay in the room. null: nobody noted the arrival, or the leaving. */
export interface Visit {
  inAt: Date | null
  outAt: Date | null
}

/**
 * Returns the visits of one person on one day. Several doors may send the same: of arrivals without a leaving between them the
 * first counts, of leavings without an arrival between them the last. Undone acts do not count.
 */
export function visitsOf(checkIns: readonly CheckIn[]): Visit[] {
  const visits: Visit[] = []
  for (const { act, at } of countingCheckIns(checkIns)) {
    const last = visits.at(-1)
    if (act === 'in') {
      if (!last || last.outAt) visits.push({ inAt: at, outAt: null })
    } else if (last) {
      last.outAt = at
    } else {
      visits.push({ inAt: null, outAt: at })
    }
  }
  return visits
}

/** Returns the arrivals and leavings that were not undone, in the order of their times. */
export function countingCheckIns<Sent extends CheckIn>(checkIns: readonly Sent[]): Sent[] {
  const undone = new Set(checkIns.map(({ undoneId }) => undoneId))
  return checkIns
    .filter(({ checkInId, act }) => act !== 'undo' && !undone.has(checkInId))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.act === 'in' ? -1 : 1))
}

/** Returns where somebody with these visits is: in the room, out of it again, or not there yet. */
export function whereabouts(visits: readonly Visit[]): 'in' | 'out' | null {
  const last = visits.at(-1)
  return last ? (last.outAt ? 'out' : 'in') : null
}
