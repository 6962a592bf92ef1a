import type { doorWays } from '#contract/attendance/check-ins/calls.ts'
import { whereabouts } from '#contract/attendance/check-ins/visits.ts'
import { easternDay, easternTime } from '#contract/core/season.ts'
import { readTicket } from '#contract/registrations/tickets/ticket-codes.ts'
import { doorNow, noteScan, readList, useDoor, waitingScans } from './door.ts'
import type { Decision } from './door-list.ts'
import { decide, otherSlotNow, withWalkIns } from './door-list.ts'
import type { DoorResult } from './door-result.ts'
import { showResult, useResult } from './door-result.ts'
import type { NotedScan } from './noted-scans.ts'
import { walkInId } from './noted-scans.ts'

type Act = 'in' | 'out'

interface Found {
  registrationId: number
  how: (typeof doorWays)[number]
  ticket?: string
  ticketNumber?: number
}

/** Checks in or out by a scanned text. A text that is no ticket shows a refusal. */
export async function passTicket(act: Act, text: string): Promise<void> {
  // A ticket may be signed by a key that is newer than the list.
  const claim = (await claimOf(text)) ?? (await readList().then(() => claimOf(text)))
  if (!claim) return showResult({ act, at: doorNow(), was: null, refusal: 'TICKET_INVALID' })
  const { registrationId, number: ticketNumber } = claim
  await pass(act, { registrationId, ticketNumber, ticket: text.trim(), how: 'ticket' })
}

/** Returns true if a text can be a ticket, and not the words of a search. */
export function isTicketLike(text: string): boolean {
  return /^\s*eyJ[\w-]+\.[\w-]+\.[\w-]+\s*$/.test(text)
}

/** Checks somebody in or out, or shows why not. */
export async function pass(act: Act, found: Found): Promise<void> {
  let decision = decideNow(found)
  if (decision.refusal === 'REGISTRATION_NOT_FOUND') {
    // They may have registered since the list was read.
    await readList()
    decision = decideNow(found)
  }
  const { person, slot, refusal, visits } = decision
  const { registrationId, how, ticket } = found
  const at = doorNow()
  const { kept } = useDoor.getState()
  const last = visits.at(-1)
  const seen = { act, at, was: whereabouts(visits), since: last?.outAt ?? last?.inAt ?? undefined }
  const otherSlot = kept && slot && otherSlotNow(kept.list, slot, easternDay(at), easternTime(at))
  const who = {
    registrationId,
    ...(person && { name: person.name }),
    ...(slot && { slot }),
    ...(otherSlot && { otherSlot }),
  }
  if (refusal) return showResult({ ...seen, ...who, refusal })
  const scanId = crypto.randomUUID()
  const scan = { scanId, at, act, registrationId, how, ...(ticket !== undefined && { ticket }) }
  note(scan, { ...seen, ...who, scanId })
}

/** Registers and checks in somebody who is not on the list. */
export function passWalkIn(person: {
  eventSlotId: number
  firstName: string
  lastName: string
  email: string
}): void {
  const [scanId, at] = [crypto.randomUUID(), doorNow()]
  const slot = useDoor
    .getState()
    .kept?.list.slots.find(({ eventSlotId }) => eventSlotId === person.eventSlotId)
  const name = `${person.firstName} ${person.lastName}`
  const registrationId = walkInId({ at })
  const result: DoorResult = { act: 'in', at, was: null, name, scanId, registrationId, ...(slot && { slot }) }
  note({ act: 'walk-in', scanId, at, ...person }, result)
}

/** Takes back the last scan. */
export function undoLast(): void {
  const { result } = useResult.getState()
  if (result?.scanId === undefined || result.isUndone) return
  const { scanId: undoneId, registrationId, was, act } = result
  // Later than the scan, even if the clock was corrected in between.
  const at = new Date(Math.max(doorNow().getTime(), result.at.getTime() + 1))
  const undoneAt = was === act ? undefined : result.at
  const scan = { act: 'undo' as const, scanId: crypto.randomUUID(), at, undoneId, registrationId, undoneAt }
  note(scan, { ...result, isUndone: true })
}

/** Stores a scan and shows its result. A scan that this device cannot store counts as not noted. */
function note(scan: NotedScan, result: DoorResult): void {
  try {
    noteScan(scan)
    showResult(result)
  } catch {
    const problem = 'This device has no storage left for the scan. Free some storage and try again.'
    showResult({ ...result, isUndone: false, problem })
  }
}

function decideNow(found: Found): Decision {
  const { kept, scans } = useDoor.getState()
  if (!kept) return { refusal: 'REGISTRATION_NOT_FOUND', visits: [] }
  const waiting = waitingScans(scans)
  const list = withWalkIns(kept.list, waiting)
  return decide({ list, day: easternDay(doorNow()), waiting }, found)
}

async function claimOf(text: string) {
  return readTicket(text, useDoor.getState().kept?.list.keys ?? [])
}
