import { create } from 'zustand'
import type { DoorPerson } from '#contract/attendance/check-ins/calls.ts'
import { getDoorList } from '#contract/attendance/check-ins/calls.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { call } from '#web/core/api/call.ts'
import { onReachableAgain } from '#web/core/api/connection.ts'
import { sessionUser } from '#web/core/session/session.ts'
import { clockSkew, withReading } from './door-clock.ts'
import type { DoorResult } from './door-result.ts'
import { answerInResult, failInResult, showResult, slotInResult } from './door-result.ts'
import type { KeptCheckIn } from './kept-check-ins.ts'
import { dropCheckIn, keptCheckIns, storeCheckIn, waitingCheckIns, walkInId } from './kept-check-ins.ts'
import type { KeptList } from './kept-list.ts'
import { dropKeptList, keepList, readKeptList } from './kept-list.ts'
import type { Answer } from './send-check-ins.ts'
import { markFresh, patienceMs, sendCheckIns } from './send-check-ins.ts'

/** The other doors check people in, too. */
const everyMs = 5000

interface Door {
  kept: KeptList | undefined
  /** Everything that the portal does not have yet, with what it has refused. */
  checkIns: KeptCheckIn[]
  /** The reason why there is no list. */
  problem: unknown
  /** The day of the list that this device had until midnight, while there is none of today. */
  endedOn: PlainDate | undefined
}

/** The list of today, and the check-ins that wait for the portal. */
export const useDoor = create<Door>(() => ({
  kept: undefined,
  checkIns: [],
  problem: undefined,
  endedOn: undefined,
}))

/** Counts the answers that change the list: a list that was read before one is out of date. */
let changes = 0
/** The signature of the stored list, so that the same one is not stored twice. */
let stored: string | undefined
let storing = Promise.resolve()
let reading: Promise<void> | undefined

/** Returns the time by the portal's clock. */
export function doorNow(): Date {
  return new Date(Date.now() + clockSkew(useDoor.getState().kept?.readings ?? []))
}

/** Keeps the list up to date, and sends what waits, until the returned function is called. */
export function openDoor(): () => void {
  void readStored().then(renew)
  const timer = setInterval(renew, everyMs)
  const stopListening = onReachableAgain(renew)
  return () => {
    clearInterval(timer)
    stopListening()
    stored = undefined
    useDoor.setState({ kept: undefined, problem: undefined, endedOn: undefined })
    showResult(undefined)
  }
}

/** Reads today's list again. Never rejects: without an answer, the stored list stays. */
export function readList(): Promise<void> {
  reading ??= read().finally(() => {
    reading = undefined
  })
  return reading
}

/**
 * Keeps a check-in on this device, shows its result, and sends it as soon as the portal can be reached. One that this device cannot
 * store is not kept, and its result says so.
 */
export function keepCheckIn(checkIn: KeptCheckIn, result: DoorResult): void {
  try {
    storeCheckIn(checkIn)
  } catch {
    const problem = 'This device is out of storage. Free up space and try again.'
    showResult({ ...result, isUndone: false, problem })
    return
  }
  showResult(result)
  if (waitingCheckIns().length === 1) markFresh(checkIn.checkInId)
  showCheckIns()
  void sendCheckIns(outcomes)
}

/** Sends refused check-ins once more. */
export function sendAgain(): void {
  for (const { refusal: _, ...checkIn } of keptCheckIns()) storeCheckIn(checkIn as KeptCheckIn)
  showCheckIns()
  void sendCheckIns(outcomes)
}

export function forgetRefused(): void {
  for (const { checkInId, refusal } of keptCheckIns()) if (refusal !== undefined) dropCheckIn(checkInId)
  showCheckIns()
}

function renew() {
  const { kept } = useDoor.getState()
  if (kept && !isToday(kept)) {
    dropKeptList()
    useDoor.setState({ kept: undefined, endedOn: kept.list.day })
  }
  void sendCheckIns(outcomes).then(readList)
}

async function readStored() {
  showCheckIns()
  const token = sessionUser()?.token
  const kept = token && (await readKeptList(token))
  if (!kept || useDoor.getState().kept) return
  stored = signature(kept)
  useDoor.setState({ kept })
}

async function read(): Promise<void> {
  const token = sessionUser()?.token
  if (!token) return
  const [sentMs, changesBefore] = [Date.now(), changes]
  try {
    const list = await call(getDoorList, { query: {} }, { signal: AbortSignal.timeout(patienceMs) })
    if (changes !== changesBefore) return await read()
    const answered = { portalNow: list.now, sentMs, receivedMs: Date.now() }
    const readings = withReading(useDoor.getState().kept?.readings ?? [], answered)
    useDoor.setState({ problem: undefined, endedOn: undefined })
    show({ list, readings })
  } catch (error) {
    useDoor.setState({ problem: error })
  }
}

/** Shows a list, and stores it if the stored one says something else. */
function show(kept: KeptList) {
  useDoor.setState({ kept })
  const [token, says] = [sessionUser()?.token, signature(kept)]
  if (!token || says === stored) return
  stored = says
  // One after the other, so that the last one stays. A device without storage tries again with the next list.
  storing = storing
    .then(() => keepList(token, kept))
    .catch(() => {
      stored = undefined
    })
}

function isToday({ list }: KeptList) {
  return list.day === easternDay(doorNow())
}

/** The list without the parts that differ in each answer, and the clock's skew. */
function signature({ readings, list: { day, keys, slots, people, waitlisted } }: KeptList) {
  const unsalted = [people, waitlisted].map((list) => list.map(({ emailHash: _, ...person }) => person))
  return JSON.stringify([clockSkew(readings), day, keys, slots, unsalted])
}

const outcomes = { arrived, refused }

function arrived(kept: KeptCheckIn, answer: Answer) {
  changes += 1
  dropCheckIn(kept.checkInId)
  const registrationId =
    'registrationId' in answer ? answer.registrationId : kept.act === 'undo' ? kept.registrationId : undefined
  if (kept.act === 'walk-in' && registrationId !== undefined) nameWalkIn(walkInId(kept), registrationId)
  const door = useDoor.getState().kept
  const change = (person: DoorPerson) =>
    person.registrationId === registrationId ? { ...person, visits: answer.visits } : person
  if (door) show({ ...door, list: { ...door.list, people: door.list.people.map(change) } })
  showCheckIns()
  if ('name' in answer) answerInResult(kept.checkInId, answer)
  if (kept.act === 'walk-in') void readList().then(() => showHeldSlot(kept.checkInId, registrationId))
}

/** A walk-in may have had a registration for another slot than the front desk chose. */
function showHeldSlot(checkInId: string, registrationId: number | undefined) {
  const list = useDoor.getState().kept?.list
  const person = list?.people.find((each) => each.registrationId === registrationId)
  const slot = list?.slots.find(({ eventSlotId }) => eventSlotId === person?.eventSlotId)
  if (slot) slotInResult(checkInId, slot)
}

/** Gives the later check-ins of a walk-in the registration that the portal has made. */
function nameWalkIn(before: number, registrationId: number) {
  for (const kept of keptCheckIns())
    if (kept.act !== 'walk-in' && kept.registrationId === before) storeCheckIn({ ...kept, registrationId })
}

function refused(kept: KeptCheckIn, reason: string, wasFresh: boolean) {
  const isSeen = failInResult(kept.checkInId, reason)
  // The person stands at the door and sees the reason. Anything else is set aside.
  if (isSeen && wasFresh) dropCheckIn(kept.checkInId)
  else storeCheckIn({ ...kept, refusal: reason })
  for (const each of keptCheckIns())
    if (each.act === 'undo' && each.undoneId === kept.checkInId) dropCheckIn(each.checkInId)
  showCheckIns()
}

function showCheckIns() {
  useDoor.setState({ checkIns: keptCheckIns() })
}
