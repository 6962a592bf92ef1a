/** An act at the door of a slot's day, as the phone or desk that noted it has sent it. */
export interface DoorScan {
  scanId: string
  act: 'in' | 'out' | 'undo'
  /** The time by the portal's clock: the phone has corrected its own. */
  at: Date
  /** The scan that an undo takes back. */
  undoneId?: string | null
}

/** A stay in the room. null: nobody noted the arrival, or the leaving. */
export interface DoorVisit {
  inAt: Date | null
  outAt: Date | null
}

/**
 * Returns the visits of one person on one day. Several doors may note the same: of arrivals without a leaving between them the
 * first counts, of leavings without an arrival between them the last. Undone scans do not count.
 */
export function visitsOf(scans: readonly DoorScan[]): DoorVisit[] {
  const visits: DoorVisit[] = []
  for (const { act, at } of countingScans(scans)) {
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
export function countingScans(scans: readonly DoorScan[]): DoorScan[] {
  const undone = new Set(scans.map(({ undoneId }) => undoneId))
  return scans
    .filter(({ scanId, act }) => act !== 'undo' && !undone.has(scanId))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.act === 'in' ? -1 : 1))
}

/** Returns where somebody with these visits is: in the room, out of it again, or not there yet. */
export function whereabouts(visits: readonly DoorVisit[]): 'in' | 'out' | null {
  const last = visits.at(-1)
  return last ? (last.outAt ? 'out' : 'in') : null
}
