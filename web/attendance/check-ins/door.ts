import { create } from 'zustand'
import type { DoorPerson, Scanned } from '#contract/attendance/check-ins/calls.ts'
import { getDoorList } from '#contract/attendance/check-ins/calls.ts'
import type { DoorVisit } from '#contract/attendance/check-ins/visits.ts'
import { easternDay } from '#contract/core/season.ts'
import { call } from '#web/core/api/call.ts'
import { lookForPortal, onReachableAgain } from '#web/core/api/connection.ts'
import { sessionUser } from '#web/core/session/session.ts'
import { clockSkew } from './door-list.ts'
import { answerInResult, failInResult, showResult, slotInResult } from './door-result.ts'
import type { KeptList } from './kept-list.ts'
import { dropKeptList, keepList, readKeptList } from './kept-list.ts'
import type { NotedScan } from './noted-scans.ts'
import { dropScan, keepScan, keptScans, walkInId } from './noted-scans.ts'
import { patienceMs, sendScan } from './send-scan.ts'
import { sendScans } from './send-scans.ts'

/** The other doors scan, too. */
const everyMs = 5000

interface Door {
  kept: KeptList | undefined
  /** Everything that the portal does not have yet, with what it has refused. */
  scans: NotedScan[]
  /** The reason why there is no list. */
  problem: unknown
}

/** The list of today, and the scans that wait for the portal. */
export const useDoor = create<Door>(() => ({ kept: undefined, scans: [], problem: undefined }))

/** Scans that were noted while nothing else waited. Without a time, the portal may still refuse them. */
const fresh = new Set<string>()
/** Counts the answers that change the list: a list that was read before one is out of date. */
let changes = 0
/** The signature of the stored list, so that the same one is not stored twice. */
let stored: string | undefined
let storing = Promise.resolve()
let reading: Promise<void> | undefined
let sending: Promise<void> | undefined

/** Returns the time by the portal's clock. */
export function doorNow(): Date {
  return new Date(Date.now() + (useDoor.getState().kept?.skewMs ?? 0))
}

export function waitingScans(scans: readonly NotedScan[]): NotedScan[] {
  return scans.filter(({ refusal }) => refusal === undefined)
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
    useDoor.setState({ kept: undefined, problem: undefined })
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

/** Stores a scan on this device, and sends it as soon as the portal can be reached. */
export function noteScan(scan: NotedScan): void {
  keepScan(scan)
  if (waitingScans(keptScans()).length === 1) fresh.add(scan.scanId)
  showScans()
  void sendWaiting()
}

/** Sends refused scans once more. */
export function sendAgain(): void {
  for (const { refusal: _, ...scan } of keptScans()) keepScan(scan as NotedScan)
  showScans()
  void sendWaiting()
}

export function forgetRefused(): void {
  for (const { scanId, refusal } of keptScans()) if (refusal !== undefined) dropScan(scanId)
  showScans()
}

function renew(): void {
  const { kept } = useDoor.getState()
  if (kept && !isToday(kept)) {
    dropKeptList()
    useDoor.setState({ kept: undefined })
  }
  void sendWaiting().then(readList)
}

async function readStored(): Promise<void> {
  showScans()
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
    const before = useDoor.getState().kept
    const kept = { list, skewMs: clockSkew(list.now, sentMs, Date.now(), before?.skewMs) }
    useDoor.setState({ problem: undefined })
    show(kept)
  } catch (error) {
    useDoor.setState({ problem: error })
  }
}

/** Shows a list, and stores it if the stored one says something else. */
function show(kept: KeptList): void {
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

function isToday({ list }: KeptList): boolean {
  return list.day === easternDay(doorNow())
}

/** The list without the parts that differ in each answer. */
function signature({ list: { day, keys, slots, people, waitlisted } }: KeptList): string {
  const unsalted = [people, waitlisted].map((list) => list.map(({ emailHash: _, ...person }) => person))
  return JSON.stringify([day, keys, slots, unsalted])
}

function sendWaiting(): Promise<void> {
  sending ??= sendScans({
    waiting: () => (sessionUser() ? waitingScans(keptScans()) : []),
    send: (scan) => sendScan(scan, fresh.has(scan.scanId)),
    sent: hasArrived,
    refused: wasRefused,
    missed,
  }).finally(() => {
    sending = undefined
  })
  return sending
}

function missed({ scanId }: NotedScan): void {
  fresh.delete(scanId)
  void lookForPortal()
}

function hasArrived(scan: NotedScan, answer: Scanned | { visits: DoorVisit[] }): void {
  changes += 1
  fresh.delete(scan.scanId)
  dropScan(scan.scanId)
  const registrationId =
    'registrationId' in answer ? answer.registrationId : scan.act === 'undo' ? scan.registrationId : undefined
  if (scan.act === 'walk-in' && registrationId !== undefined) nameWalkIn(walkInId(scan), registrationId)
  const { kept } = useDoor.getState()
  const change = (person: DoorPerson) =>
    person.registrationId === registrationId ? { ...person, visits: answer.visits } : person
  if (kept) show({ ...kept, list: { ...kept.list, people: kept.list.people.map(change) } })
  showScans()
  if ('name' in answer) answerInResult(scan.scanId, answer)
  if (scan.act === 'walk-in') void readList().then(() => showHeldSlot(scan.scanId, registrationId))
}

/** A walk-in may have had a registration for another slot than the front desk chose. */
function showHeldSlot(scanId: string, registrationId: number | undefined): void {
  const list = useDoor.getState().kept?.list
  const person = list?.people.find((each) => each.registrationId === registrationId)
  const slot = list?.slots.find(({ eventSlotId }) => eventSlotId === person?.eventSlotId)
  if (slot) slotInResult(scanId, slot)
}

/** Gives the later scans of a walk-in the registration that the portal has made. */
function nameWalkIn(before: number, registrationId: number): void {
  for (const scan of keptScans())
    if (scan.act !== 'walk-in' && scan.registrationId === before) keepScan({ ...scan, registrationId })
}

function wasRefused(scan: NotedScan, reason: string): void {
  const isSeen = failInResult(scan.scanId, reason)
  // The person stands at the door and sees the reason. Anything else is set aside.
  const wasFresh = fresh.delete(scan.scanId)
  if (isSeen && wasFresh) dropScan(scan.scanId)
  else keepScan({ ...scan, refusal: reason })
  for (const each of keptScans())
    if (each.act === 'undo' && each.undoneId === scan.scanId) dropScan(each.scanId)
  showScans()
}

function showScans(): void {
  useDoor.setState({ scans: keptScans() })
}
