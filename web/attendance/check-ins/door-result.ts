import { create } from 'zustand'
import type { CheckedIn, DoorSlot } from '#contract/attendance/check-ins/calls.ts'
import type { RefusalCode } from '#contract/core/refusals.ts'

/** The result of the last check-in or check-out. */
export interface DoorResult {
  act: 'in' | 'out'
  at: Date
  /** The place of the person before. */
  was: 'in' | 'out' | null
  /** The beginning of that. */
  since?: Date | undefined
  name?: string
  slot?: DoorSlot
  /** The slot that people come for now, if the registration is for another one. */
  otherSlot?: DoorSlot
  refusal?: RefusalCode
  /** The words of the portal, if it refused what this device had allowed. */
  problem?: string
  email?: string
  /** Absent if nothing was kept. */
  checkInId?: string
  registrationId?: number
  isUndone?: boolean
}

/** The last result. `count` differs for each, so that a screen reader reads the same words again. */
export const useResult = create<{ result: DoorResult | undefined; count: number }>(() => ({
  result: undefined,
  count: 0,
}))

export function showResult(result: DoorResult | undefined): void {
  useResult.setState(({ count }) => ({ result, count: count + 1 }))
}

/** Completes a result with the portal's answer, which knows the check-ins of other doors. */
export function answerInResult(checkInId: string, answer: CheckedIn): void {
  const { result } = useResult.getState()
  if (result?.checkInId !== checkInId) return
  const { email, registrationId, was, at } = answer
  // One of another day is answered without a name.
  const name = answer.name || (result.name ?? '')
  const isSame = was === result.was && name === result.name
  const next = {
    ...result,
    name,
    email,
    registrationId,
    was,
    ...(was === 'in' && result.act === 'in' ? { since: at } : { at }),
  }
  if (isSame || result.isUndone) useResult.setState({ result: next })
  else showResult(next)
}

/** Shows the slot that the person is registered for. */
export function slotInResult(checkInId: string, slot: DoorSlot): void {
  const { result } = useResult.getState()
  if (result?.checkInId === checkInId) useResult.setState({ result: { ...result, slot } })
}

/** Shows that the portal has refused a check-in. Returns false if its result is not shown. */
export function failInResult(checkInId: string, problem: string): boolean {
  const { result } = useResult.getState()
  if (result?.checkInId !== checkInId) return false
  showResult({ ...result, problem })
  return true
}
