import type { CheckedIn } from '#contract/attendance/check-ins/calls.ts'
import { addWalkIn, checkIn, checkOut, undoCheckIn } from '#contract/attendance/check-ins/calls.ts'
import type { Visit } from '#contract/attendance/check-ins/visits.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { call } from '#web/core/api/call.ts'
import { lookForPortal } from '#web/core/api/connection.ts'
import { sessionUser } from '#web/core/session/session.ts'
import type { KeptCheckIn } from './kept-check-ins.ts'
import { waitingCheckIns } from './kept-check-ins.ts'

/** The milliseconds after which a call counts as unanswered. A check-in is then sent again. */
export const patienceMs = 15_000

export type Answer = CheckedIn | { visits: Visit[] }

interface Outcomes {
  arrived: (kept: KeptCheckIn, answer: Answer) => void
  /** `wasFresh`: nobody has turned from this person yet. */
  refused: (kept: KeptCheckIn, reason: string, wasFresh: boolean) => void
}

/** Ids of check-ins that were kept while nothing else waited. They are sent without a time: the portal then decides now, and may refuse. */
const fresh = new Set<string>()
let sending: Promise<void> | undefined

export function markFresh(checkInId: string): void {
  fresh.add(checkInId)
}

/**
 * Sends what waits, one check-in at a time, and only once at a time. Stops at the first one without an answer, so that the order stays.
 * One that the portal fails to store waits, with its undo, and the others are sent.
 */
export function sendCheckIns(outcomes: Outcomes): Promise<void> {
  sending ??= sendAll(outcomes).finally(() => {
    sending = undefined
  })
  return sending
}

async function sendAll({ arrived, refused }: Outcomes) {
  const failed = new Set<string>()
  const isHeldUp = (kept: KeptCheckIn) =>
    failed.has(kept.checkInId) || (kept.act === 'undo' && failed.has(kept.undoneId))
  const next = () => (sessionUser() ? waitingCheckIns().find((kept) => !isHeldUp(kept)) : undefined)
  for (let kept = next(); kept; kept = next()) {
    const { checkInId } = kept
    try {
      const answer = await answerTo(kept)
      fresh.delete(checkInId)
      arrived(kept, answer)
    } catch (error) {
      const wasFresh = fresh.delete(checkInId)
      if (isRefusal(error)) {
        refused(kept, error.message, wasFresh)
        continue
      }
      void lookForPortal()
      if (!(error instanceof ApiError && error.status === 500)) return
      failed.add(checkInId)
    }
  }
}

function answerTo(kept: KeptCheckIn): Promise<Answer> {
  const { act, checkInId, at } = kept
  const sent = { checkInId, ...(!fresh.has(checkInId) && { at }) }
  const options = { signal: AbortSignal.timeout(patienceMs) }
  if (act === 'undo') return call(undoCheckIn, { body: { undoneId: kept.undoneId, ...sent } }, options)
  if (act === 'walk-in') {
    const { eventSlotId, firstName, lastName, email } = kept
    return call(addWalkIn, { body: { eventSlotId, firstName, lastName, email, ...sent } }, options)
  }
  const { how, ticket, registrationId } = kept
  const found = ticket === undefined ? { registrationId } : { ticket }
  return call(act === 'in' ? checkIn : checkOut, { body: { ...found, how, ...sent } }, options)
}

/**
 * Returns true if sending the same later would get the same answer. Answers without an ID are not the
 * portal's: a hall's network has pages of its own.
 */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.requestId === undefined) return false
  return error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429
}
