import { expect, test } from 'vitest'
import type { Registrant } from '#server/core/webinar-platform/webinar-platform.ts'
import type { PersonHere } from './webinar-comparison-differences.ts'
import { differencesOf } from './webinar-comparison-differences.ts'

const here: PersonHere = {
  registrationId: 1,
  email: 'pat@example.com',
  name: 'Pat Lee',
  state: 'registered',
  isUnderWay: false,
  registrantId: 'r1',
  joinUrl: 'https://zoom.example/1',
  problem: '',
}
const there: Registrant = {
  registrantId: 'r1',
  email: 'Pat@Example.com ',
  firstName: 'Pat',
  lastName: 'Lee',
  status: 'approved',
  joinUrl: 'https://zoom.example/1',
}
const refused = { state: 'refused', registrantId: null, joinUrl: null, problem: 'Canceled at Zoom.' } as const
const pending = { status: 'pending', joinUrl: null } as const
const denied = { status: 'denied', joinUrl: null } as const

test.each<[string, Partial<PersonHere> | null, Partial<Registrant> | null, string | null]>([
  ['both say the same', {}, {}, null],
  ['nobody is anywhere', null, null, null],
  [
    'they are not listed there',
    {},
    null,
    'only-here: Registered there as far as we knew; Zoom does not list them.',
  ],
  ['they were canceled there', refused, null, 'only-here: Canceled at Zoom.'],
  [
    'the webinar platform was never told',
    { state: null, registrantId: null, joinUrl: null },
    null,
    'only-here: Zoom was never told of them.',
  ],
  ['they are being registered', { isUnderWay: true }, null, null],
  ['they are being registered, and listed', { isUnderWay: true }, {}, null],
  [
    'nobody here is registered',
    null,
    {},
    'only-there: Registered at Zoom; nobody with this email is registered here.',
  ],
  [
    'a stranger waits there',
    null,
    pending,
    'only-there: Waiting for approval at Zoom; nobody with this email is registered here.',
  ],
  ['a stranger was denied there', null, denied, null],
  [
    'the link is another',
    {},
    { joinUrl: 'https://zoom.example/2' },
    'different: Zoom has another join URL of them.',
  ],
  [
    'the id is another, the email the same',
    { registrantId: 'r0' },
    {},
    'different: Registered at Zoom anew, under another ID.',
  ],
  [
    'the email is another, the id the same',
    {},
    { email: 'old@example.com' },
    'different: Zoom knows them as old@example.com.',
  ],
  ['they wait for approval there', {}, pending, 'different: Zoom waits for somebody to approve them.'],
  ['we know that they wait there', { state: 'pending', joinUrl: null }, pending, null],
  ['they were denied there', {}, denied, 'different: Denied at Zoom.'],
  ['we know that they were denied there', { ...refused, registrantId: 'r1' }, denied, null],
  [
    'they were approved there meanwhile',
    refused,
    {},
    'different: Registered at Zoom; here they have no join URL.',
  ],
  [
    'a namesake is registered there',
    {},
    { registrantId: 'r2', email: 'pat.lee@example.com' },
    'only-here: Registered there as far as we knew; Zoom does not list them.',
  ],
])('%s', (_, person, registrant, expected) => {
  const found = differencesOf(
    person ? [{ ...here, ...person }] : [],
    registrant ? [{ ...there, ...registrant }] : [],
    { elsewhere: new Set(), platformName: 'Zoom' },
  )
  expect(found.map(({ kind, words }) => `${kind}: ${words}`)[0] ?? null).toBe(expected)
})

test('a namesake is never taken for the person: each is a difference of their own', () => {
  const namesake = { ...there, registrantId: 'r2', email: 'pat.lee@example.com' }
  const found = differencesOf([here], [namesake], { elsewhere: new Set(), platformName: 'Zoom' })
  expect(found.map(({ kind, email }) => [kind, email])).toEqual([
    ['only-here', 'pat@example.com'],
    ['only-there', 'pat.lee@example.com'],
  ])
})

test('whoever the webinar platform may know for another reason is no stranger', () => {
  const elsewhere = new Set(['pat@example.com'])
  expect(differencesOf([], [there], { elsewhere, platformName: 'Zoom' })).toEqual([])
})

test('two registrations under one email are one to the webinar platform', () => {
  const other = { ...here, registrationId: 2 }
  expect(differencesOf([here, other], [there], { elsewhere: new Set(), platformName: 'Zoom' })).toEqual([])
})

test('of one who was denied and has registered again, what they can join by counts', () => {
  const before = { ...there, registrantId: 'r0', ...denied }
  expect(
    differencesOf([{ ...here, registrantId: null, state: null }], [there, before], {
      elsewhere: new Set(),
      platformName: 'Zoom',
    })[0]?.registrantId,
  ).toBe('r1')
})
