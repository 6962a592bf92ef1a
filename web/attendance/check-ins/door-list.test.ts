import { expect, test } from 'vitest'
import type { DoorList, DoorPerson } from '#contract/attendance/check-ins/calls.ts'
import { emailHash } from '#contract/attendance/check-ins/email-hash.ts'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { countPeople, decide, findPeople, otherSlotNow, visitsNow, withWalkIns } from './door-list.ts'
import type { KeptCheckIn } from './kept-check-ins.ts'
import { walkInId } from './kept-check-ins.ts'

const day = '2027-03-16'
const at = (time: string) => new Date(`${day}T${time}:00Z`)
const dana = person(1, 'Dana Quill', { companyName: 'Example Aviation', phoneEnding: '0142' })
const abe = person(2, 'Abe Adams', { ticketNumber: 2 })
const cleo = person(3, 'Cleo Brown', { isCanceled: true })
const later = person(4, 'Lee Late', { eventSlotId: 8 })
const list: DoorList = {
  day,
  now: at('08:00'),
  keys: [],
  salt: 'salt',
  nextDay: null,
  waitlisted: [],
  people: [dana, abe, cleo, later],
  slots: [slot(7, day), slot(8, '2027-03-17')],
}

test.each([
  ['on the list', { registrationId: 1 }, undefined],
  ['with their ticket', { registrationId: 2, ticketNumber: 2 }, undefined],
  ['with a replaced ticket', { registrationId: 2, ticketNumber: 1 }, 'TICKET_REPLACED'],
  ['who has canceled', { registrationId: 3 }, 'REGISTRATION_CANCELED'],
  ['registered for another day', { registrationId: 4 }, 'NOT_OF_THIS_DAY'],
  ['not on the list', { registrationId: 5 }, 'REGISTRATION_NOT_FOUND'],
])('somebody %s', (_, found, refusal) => {
  expect(decide({ list, day, waiting: [] }, found).refusal).toBe(refusal)
})

test.each<[string, DoorPerson['visits'], KeptCheckIn[], string]>([
  ['the list', [{ inAt: at('08:00'), outAt: null }], [], '08:00–?'],
  ['an arrival that waits', [], [came('in', '08:05')], '08:05–?'],
  [
    'an earlier arrival at another door',
    [{ inAt: at('08:00'), outAt: null }],
    [came('in', '08:05')],
    '08:00–?',
  ],
  ['a leaving that waits', [{ inAt: at('08:00'), outAt: null }], [came('out', '16:00')], '08:00–16:00'],
  ['a later leaving', [{ inAt: at('08:00'), outAt: at('16:00') }], [came('out', '16:05')], '08:00–16:05'],
  ["somebody else's check-in", [], [came('in', '08:05', 2)], ''],
  ['an undone check-in that waits', [], [came('in', '08:05'), undo('in 08:05')], ''],
  [
    'an undone check-in that the portal has',
    [{ inAt: at('08:00'), outAt: at('12:00') }],
    [undo('another one', at('12:00'))],
    '08:00–?',
  ],
])('visits by %s', (_, visits, waiting, expected) => {
  const shown = (instant: Date | null) => instant?.toISOString().slice(11, 16) ?? '?'
  const found = visitsNow({ registrationId: 1, visits }, waiting)
  expect(found.map(({ inAt, outAt }) => `${shown(inAt)}–${shown(outAt)}`).join(' ')).toBe(expected)
})

test.each([
  ['the morning, with the afternoon slot', 9, '07:52', 7],
  ['the morning, with the morning slot', 7, '07:52', undefined],
  ['noon, with the afternoon slot', 9, '12:20', undefined],
  ['the afternoon, with the morning slot', 7, '12:50', 9],
  ['the evening, after all slots', 7, '17:30', undefined],
])('who comes in %s', (_, own, time, other) => {
  const slots = [
    { ...slot(9, day), startTime: '13:00', endTime: '17:00' },
    { ...slot(7, day), startTime: '08:00', endTime: '12:00' },
    { ...slot(8, '2027-03-17'), startTime: '06:00', endTime: '23:00' },
    { ...slot(6, day), eventId: 99, startTime: '06:00', endTime: '23:00' },
  ] as DoorList['slots']
  const held = slots.find(({ eventSlotId }) => eventSlotId === own) as DoorList['slots'][number]
  expect(otherSlotNow({ ...list, slots }, held, day, time as PlainTime)?.eventSlotId).toBe(other)
})

test('counts the expected people of the day, with check-ins and walk-ins that wait', () => {
  const waiting = [
    came('in', '08:05'),
    came('out', '09:00', 2),
    walkIn('a', '08:10'),
    walkIn('b', '08:11'),
    undo('b'),
    walkIn('c', '08:12'),
    came('out', '12:00', walkInId({ at: at('08:12') })),
  ]
  expect(countPeople(withWalkIns(list, waiting), day, waiting)).toEqual({ expected: 2, in: 2, out: 2 })
})

test.each([
  ['', []],
  ['quill', [1]],
  ['DANA example', [1]],
  ['0142', [1]],
  ['142', []],
  ['dana adams', []],
  ['2', [2]],
  ['dana@example.com', [1]],
])('the search %j', async (typed, expected) => {
  const people = [{ ...dana, emailHash: await emailHash('salt', 'Dana@example.com') }, abe]
  const hash = typed.includes('@') ? await emailHash('salt', typed) : undefined
  expect(findPeople(people, typed, hash).map(({ registrationId }) => registrationId)).toEqual(expected)
})

test('a walk-in whose answer is still to come is listed once, as soon as the list has them', () => {
  const visits = [{ inAt: at('08:10'), outAt: null }]
  const stored = person(9, 'Wanda Example', { isWalkIn: true, visits })
  const { people } = withWalkIns({ ...list, people: [stored] }, [walkIn('a', '08:10'), walkIn('b', '08:11')])
  expect(people.map(({ visits }) => visits[0]?.inAt)).toEqual([at('08:10'), at('08:11')])
})

test('a canceled person who is in the room or has left it is counted there, and is not expected', () => {
  const cameIn = { ...cleo, visits: [{ inAt: at('08:00'), outAt: null }] }
  const left = { ...cleo, registrationId: 5, visits: [{ inAt: at('08:00'), outAt: at('09:00') }] }
  const people = [dana, cameIn, left]
  expect(countPeople({ ...list, people }, day, [])).toEqual({ expected: 1, in: 1, out: 1 })
})

function person(registrationId: number, name: string, more: Partial<DoorPerson> = {}): DoorPerson {
  return {
    registrationId,
    name,
    eventSlotId: 7,
    companyName: '',
    phoneEnding: '',
    emailHash: '',
    isCanceled: false,
    isWalkIn: false,
    ticketNumber: 1,
    visits: [],
    ...more,
  }
}

function walkIn(checkInId: string, time: string): KeptCheckIn {
  return {
    act: 'walk-in',
    checkInId,
    at: at(time),
    eventSlotId: 7,
    firstName: 'Wanda',
    lastName: 'Example',
    email: 'wanda@example.com',
  }
}

function slot(eventSlotId: number, on: typeof day | '2027-03-17'): DoorList['slots'][number] {
  const times = { startOn: on, endOn: on, startTime: '08:00', endTime: '17:00' } as const
  return { eventSlotId, eventId: 1, eventName: 'South Carolina IA Seminar 2027', ...times }
}

function came(act: 'in' | 'out', time: string, registrationId = 1): KeptCheckIn {
  return { act, checkInId: `${act} ${time}`, at: at(time), registrationId, how: 'search' }
}

function undo(undoneId: string, undoneAt?: Date): KeptCheckIn {
  return { act: 'undo', checkInId: 'undo', at: at('18:00'), undoneId, registrationId: 1, undoneAt }
}
