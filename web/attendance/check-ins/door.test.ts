// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { DoorPerson, DoorSlot } from '#contract/attendance/check-ins/calls.ts'
import { DoorList } from '#contract/attendance/check-ins/calls.ts'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { useSession } from '#web/core/session/session.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import { keepCheckIn, openDoor, readList, sendAgain, useDoor } from './door.ts'
import type { DoorResult } from './door-result.ts'
import { showResult, useResult } from './door-result.ts'
import type { KeptCheckIn } from './kept-check-ins.ts'
import { keptCheckIns, walkInId } from './kept-check-ins.ts'
import { keepList, readKeptList } from './kept-list.ts'

const day = easternDay(new Date())
const list: DoorList = {
  day,
  now: new Date(),
  keys: [],
  salt: 'salt',
  nextDay: null,
  waitlisted: [],
  slots: [slot(7, '08:00'), slot(8, '13:00')],
  people: [person(1, 7), person(2, 8)],
}

function slot(eventSlotId: number, startTime: PlainTime): DoorSlot {
  return {
    eventSlotId,
    eventId: 1,
    eventName: 'Seminar',
    startOn: day,
    endOn: day,
    startTime,
    endTime: '23:00',
  }
}

function person(registrationId: number, eventSlotId: number): DoorPerson {
  return {
    registrationId,
    eventSlotId,
    name: 'Dana Quill',
    companyName: '',
    phoneEnding: '',
    emailHash: '',
    isCanceled: false,
    isWalkIn: false,
    ticketNumber: 1,
    visits: [],
  }
}

/** The bodies of the check-ins that arrived. */
let arrived: { scanId: string; at?: string; registrationId?: number }[]
let refuses: boolean
let close: () => void

/** Answers as the portal does. */
function answer(_: string, { method, body }: RequestInit): Response {
  if (method !== 'POST') return Response.json({ error: false, data: z.encode(DoorList, list) })
  const { scanId, registrationId = 2 } = JSON.parse(String(body))
  arrived.push(JSON.parse(String(body)))
  const refusal = { error: true, code: 'REGISTRATION_CANCELED', message: 'Canceled', requestId: 'one' }
  if (refuses) return Response.json(refusal, { status: 409 })
  const at = new Date().toISOString()
  const person = { registrationId, name: 'Dana Quill', email: 'dana@example.com' }
  const visits = [{ inAt: at, outAt: null }]
  return Response.json({ error: false, data: { ...person, scanId, at, was: null, visits } })
}

beforeEach(async () => {
  localStorage.clear()
  arrived = []
  refuses = false
  const user = { ...completeProfile, token: 'mine', isAdmin: true, permissions: ['check-ins:write'] }
  useSession.setState({ userData: user as unknown as SessionUser })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => answer(url, init))
  close = openDoor()
  await vi.waitFor(() => expect(useDoor.getState().kept).toBeDefined())
})
afterEach(() => {
  close()
  vi.unstubAllGlobals()
})

const shown: DoorResult = { act: 'in', at: new Date(), was: null }
const given = (): KeptCheckIn => {
  return { checkInId: crypto.randomUUID(), act: 'in', at: new Date(), registrationId: 1, how: 'search' }
}

test('the stored list knows the check-ins of its own device, too', async () => {
  keepCheckIn(given(), shown)
  await vi.waitFor(() => expect(keptCheckIns()).toEqual([]))
  await vi.waitFor(async () => {
    const stored = await readKeptList('mine')
    expect(stored?.list.people[0]?.visits).toHaveLength(1)
  })
})

test('without a network, the list of yesterday ends at midnight and its day is known until another list comes', async () => {
  close()
  let hasNetwork = false
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!hasNetwork) throw new TypeError('Failed to fetch')
    return answer(url, init)
  })
  const yesterday = addDays(day, -1)
  await keepList('mine', { readings: [], list: { ...list, day: yesterday } })
  close = openDoor()
  await vi.waitFor(() => expect(useDoor.getState()).toMatchObject({ endedOn: yesterday, kept: undefined }))
  expect(await readKeptList('mine')).toBeUndefined()
  hasNetwork = true
  await readList()
  expect(useDoor.getState()).toMatchObject({ endedOn: undefined, kept: { list: { day } } })
})

test('a refused check-in that nobody saw keeps its time when it is sent again', async () => {
  refuses = true
  keepCheckIn(given(), shown)
  // The panel shows the next person by now.
  showResult({ act: 'in', at: new Date(), was: null })
  await vi.waitFor(() => expect(keptCheckIns()[0]?.refusal).toBe('Canceled'))
  const [kept] = keptCheckIns()
  sendAgain()
  await vi.waitFor(() => expect(arrived).toHaveLength(2))
  expect(arrived.map(({ at }) => at)).toEqual([undefined, kept?.at.toISOString()])
})

test('a walk-in who left before the portal knew them leaves with their registration', async () => {
  const at = new Date()
  const person = { firstName: 'Wanda', lastName: 'Example', email: 'wanda@example.com' }
  const arrival = { act: 'walk-in', at, eventSlotId: 7, ...person } as const
  keepCheckIn({ checkInId: crypto.randomUUID(), ...arrival }, shown)
  const leaving = { at: new Date(at.getTime() + 1), registrationId: walkInId({ at }) }
  keepCheckIn({ ...given(), act: 'out', ...leaving } as KeptCheckIn, shown)
  await vi.waitFor(() => expect(keptCheckIns()).toEqual([]))
  expect(arrived.map((sent) => sent.registrationId)).toEqual([undefined, 2])
})

test('a walk-in who had a registration is shown with its slot', async () => {
  const at = new Date()
  const person = { firstName: 'Dana', lastName: 'Quill', email: 'dana@example.com' }
  const checkInId = crypto.randomUUID()
  const result: DoorResult = { act: 'in', at, was: null, checkInId, slot: slot(7, '08:00') }
  keepCheckIn({ checkInId, act: 'walk-in', at, eventSlotId: 7, ...person }, result)
  await vi.waitFor(() => expect(useResult.getState().result?.slot?.startTime).toBe('13:00'))
})

test('a check-in that a page of an earlier version has kept is sent', async () => {
  const scanId = crypto.randomUUID()
  const at = new Date().toISOString()
  const scan = { scanId, act: 'in', at, registrationId: 1, how: 'search' }
  localStorage.setItem(`door-scan ${scanId}`, JSON.stringify(scan))
  sendAgain()
  await vi.waitFor(() => expect(arrived).toEqual([{ scanId, registrationId: 1, how: 'search', at }]))
})

test('a check-in that the device cannot store is shown as not kept, and is not sent', () => {
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  keepCheckIn(given(), shown)
  full.mockRestore()
  expect(useResult.getState().result?.problem).toMatch(/out of storage/)
  expect([keptCheckIns(), arrived]).toEqual([[], []])
})
