import type { Scanned } from '#contract/attendance/check-ins/calls.ts'
import { addWalkIn, checkIn, checkOut, undoScan } from '#contract/attendance/check-ins/calls.ts'
import type { DoorVisit } from '#contract/attendance/check-ins/visits.ts'
import { call } from '#web/core/api/call.ts'
import type { NotedScan } from './noted-scans.ts'

/** The milliseconds after which a call counts as unanswered. A scan is then sent again. */
export const patienceMs = 15_000

/** Sends a scan to the portal. A fresh one has no time: the portal then decides now, and may refuse it. */
export function sendScan(scan: NotedScan, isFresh: boolean): Promise<Scanned | { visits: DoorVisit[] }> {
  const noted = { scanId: scan.scanId, ...(!isFresh && { at: scan.at }) }
  const options = { signal: AbortSignal.timeout(patienceMs) }
  if (scan.act === 'undo') return call(undoScan, { body: { undoneId: scan.undoneId, ...noted } }, options)
  if (scan.act === 'walk-in') {
    const { eventSlotId, firstName, lastName, email } = scan
    return call(addWalkIn, { body: { eventSlotId, firstName, lastName, email, ...noted } }, options)
  }
  const { act, how, ticket, registrationId } = scan
  const found = ticket === undefined ? { registrationId } : { ticket }
  return call(act === 'in' ? checkIn : checkOut, { body: { ...found, how, ...noted } }, options)
}
