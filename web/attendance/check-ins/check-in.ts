import type { checkInWays } from '#contract/attendance/check-ins/calls.ts'
import { whereabouts } from '#contract/attendance/check-ins/visits.ts'
import { easternDay, easternTime } from '#contract/core/season.ts'
import { readTicket } from '#contract/registrations/tickets/ticket-codes.ts'
import { doorNow, keepCheckIn, readList, useDoor } from './door.ts'
import type { Decision } from './door-list.ts'
import { decide, otherSlotNow, withWalkIns } from './door-list.ts'
import type { DoorResult } from './door-result.ts'
import { showResult, useResult } from './door-result.ts'
import { waitingCheckIns, walkInId } from './kept-check-ins.ts'

type Act = 'in' | 'out'

interface Found {
  registrationId: number
  how: (typeof checkInWays)[number]
  ticket?: string
  ticketNumber?: number
}

/** Checks somebody in or out by a scanned text. A text that is no ticket shows a refusal. */
export async function checkInByTicket(act: Act, text: string): Promise<void> {
  // A ticket may be signed by a key that is newer than the list.
  const claim = (await claimOf(text)) ?? (await readList().then(() => claimOf(text)))
  if (!claim) return showResult({ act, at: doorNow(), was: null, refusal: 'TICKET_INVALID' })
  const { registrationId, number: ticketNumber } = claim
  await checkIn(act, { registrationId, ticketNumber, ticket: text.trim(), how: 'ticket' })
}

/** Returns true if a text can be a ticket, and not the words of a search. */
export function isTicketLike(text: string): boolean {
  return /^\s*eyJ[\w-]+\.[\w-]+\.[\w-]+\s*$/.test(text)
}

/** Checks somebody in or out, or shows why not. */
export async function checkIn(act: Act, found: Found): Promise<void> {
  let decision = decideNow(found)
  if (decision.refusal === 'REGISTRATION_NOT_FOUND') {
    // They may have registered since the list was read.
    await readList()
    decision = decideNow(found)
  }
  const { person, slot, refusal, visits } = decision
  const { registrationId, how, ticket } = found
  const at = doorNow()
  const list = useDoor.getState().kept?.list
  const last = visits.at(-1)
  const seen = { act, at, was: whereabouts(visits), since: last?.outAt ?? last?.inAt ?? undefined }
  const otherSlot = list && slot && otherSlotNow(list, slot, easternDay(at), easternTime(at))
  const who = {
    registrationId,
    ...(person && { name: person.name }),
    ...(slot && { slot }),
    ...(otherSlot && { otherSlot }),
  }
  if (refusal) return showResult({ ...seen, ...who, refusal })
  const checkInId = crypto.randomUUID()
  const kept = { checkInId, at, act, registrationId, how, ...(ticket !== undefined && { ticket }) }
  keepCheckIn(kept, { ...seen, ...who, checkInId })
}

/** Registers and checks in somebody who is not on the list. */
export function checkInWalkIn(person: {
  eventSlotId: number
  firstName: string
  lastName: string
  email: string
}): void {
  const [checkInId, at] = [crypto.randomUUID(), doorNow()]
  const slot = useDoor
    .getState()
    .kept?.list.slots.find(({ eventSlotId }) => eventSlotId === person.eventSlotId)
  const name = `${person.firstName} ${person.lastName}`
  const registrationId = walkInId({ at })
  const result: DoorResult = {
    act: 'in',
    at,
    was: null,
    name,
    checkInId,
    registrationId,
    ...(slot && { slot }),
  }
  keepCheckIn({ act: 'walk-in', checkInId, at, ...person }, result)
}

/** Takes back the last check-in or check-out. */
export function undoLast(): void {
  const { result } = useResult.getState()
  if (result?.checkInId === undefined || result.isUndone) return
  const { checkInId: undoneId, registrationId, was, act } = result
  // Later than the act, even if the clock was corrected in between.
  const at = new Date(Math.max(doorNow().getTime(), result.at.getTime() + 1))
  const undoneAt = was === act ? undefined : result.at
  const undo = {
    act: 'undo' as const,
    checkInId: crypto.randomUUID(),
    at,
    undoneId,
    registrationId,
    undoneAt,
  }
  keepCheckIn(undo, { ...result, isUndone: true })
}

function decideNow(found: Found): Decision {
  const { kept, checkIns } = useDoor.getState()
  if (!kept) return { refusal: 'REGISTRATION_NOT_FOUND', visits: [] }
  const waiting = waitingCheckIns(checkIns)
  const list = withWalkIns(kept.list, waiting)
  return decide({ list, day: easternDay(doorNow()), waiting }, found)
}

async function claimOf(text: string) {
  return readTicket(text, useDoor.getState().kept?.list.keys ?? [])
}
