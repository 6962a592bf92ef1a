import * as z from 'zod/mini'
import { doorWays } from '#contract/attendance/check-ins/calls.ts'
import { instant } from '#contract/core/wire.ts'

const noted = {
  scanId: z.string(),
  /** The time by the portal's clock. */
  at: instant(),
  /** The reason why the portal refused it. It is then sent again only if asked to. */
  refusal: z.optional(z.string()),
}

const NotedScan = z.discriminatedUnion('act', [
  z.object({
    ...noted,
    act: z.enum(['in', 'out']),
    registrationId: z.int(),
    ticket: z.optional(z.string()),
    how: z.enum(doorWays),
  }),
  z.object({
    ...noted,
    act: z.literal('undo'),
    undoneId: z.string(),
    /** Absent for a walk-in that the portal does not have yet. */
    registrationId: z.optional(z.int()),
    /** The time of the undone scan in the list, if it changed the list. */
    undoneAt: z.optional(instant()),
  }),
  z.object({
    ...noted,
    act: z.literal('walk-in'),
    eventSlotId: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
  }),
])

/** A scan that the portal does not have yet. */
export type NotedScan = z.output<typeof NotedScan>

/** Returns the number that stands for a walk-in's registration until the portal has made it; negative. */
export function walkInId({ at }: Pick<NotedScan, 'at'>): number {
  return -at.getTime()
}

// Each scan has its own key, so that two tabs never overwrite each other's.
const prefix = 'door-scan '

/** Stores a scan until the portal has it. It outlives the session: it has no names, except those of walk-ins. */
export function keepScan(scan: NotedScan): void {
  localStorage.setItem(prefix + scan.scanId, JSON.stringify(z.encode(NotedScan, scan)))
}

export function dropScan(scanId: string): void {
  localStorage.removeItem(prefix + scanId)
}

/** Returns the stored scans in the order in which they were noted. */
export function keptScans(): NotedScan[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => readScan(localStorage.getItem(key) ?? '') ?? [])
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

function readScan(text: string): NotedScan | undefined {
  try {
    return NotedScan.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
