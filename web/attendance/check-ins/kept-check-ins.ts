import * as z from 'zod/mini'
import { checkInWays } from '#contract/attendance/check-ins/calls.ts'
import { instant, onWire } from '#contract/core/wire.ts'

// Rows that a page of an earlier version has kept are sent, too.
const names = { checkInId: 'scanId' } as const
const prefix = 'door-scan '

const noted = {
  checkInId: z.string(),
  /** The time by the portal's clock. */
  at: instant(),
  /** The reason why the portal refused it. It is then sent again only if asked to. */
  refusal: z.optional(z.string()),
}

const KeptCheckIn = z.discriminatedUnion('act', [
  onWire(names, {
    ...noted,
    act: z.enum(['in', 'out']),
    registrationId: z.int(),
    ticket: z.optional(z.string()),
    how: z.enum(checkInWays),
  }),
  onWire(names, {
    ...noted,
    act: z.literal('undo'),
    undoneId: z.string(),
    /** Absent for a walk-in that the portal does not have yet. */
    registrationId: z.optional(z.int()),
    /** The time of the undone check-in in the list, if it changed the list. */
    undoneAt: z.optional(instant()),
  }),
  onWire(names, {
    ...noted,
    act: z.literal('walk-in'),
    eventSlotId: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
  }),
])

/** A check-in, check-out, walk-in or undo that the portal does not have yet. */
export type KeptCheckIn = z.output<typeof KeptCheckIn>

/** Returns the number that stands for a walk-in's registration until the portal has made it; negative. */
export function walkInId({ at }: Pick<KeptCheckIn, 'at'>): number {
  return -at.getTime()
}

/**
 * Stores a check-in on this device until the portal has it. Each has its own key, so two tabs never overwrite each other's. It
 * outlives the session: it has no names, except those of walk-ins. Throws if the device has no storage left.
 */
export function storeCheckIn(checkIn: KeptCheckIn): void {
  localStorage.setItem(prefix + checkIn.checkInId, JSON.stringify(z.encode(KeptCheckIn, checkIn)))
}

export function dropCheckIn(checkInId: string): void {
  localStorage.removeItem(prefix + checkInId)
}

/** Returns the stored check-ins in the order of their times. */
export function keptCheckIns(): KeptCheckIn[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => readCheckIn(localStorage.getItem(key) ?? '') ?? [])
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Returns those that wait for the portal. It has refused the others. */
export function waitingCheckIns(checkIns: readonly KeptCheckIn[] = keptCheckIns()): KeptCheckIn[] {
  return checkIns.filter(({ refusal }) => refusal === undefined)
}

function readCheckIn(text: string): KeptCheckIn | undefined {
  try {
    return KeptCheckIn.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
