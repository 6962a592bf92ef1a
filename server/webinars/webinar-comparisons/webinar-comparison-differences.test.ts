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
  ['no difference if both sides agree', {}, {}, null],
  ['no difference if nobody is on either side', null, null, null],
  [
    'a difference if the webinar platform does not list them',
    {},
    null,
    'only-here: We registered them there, but Zoom does not list them.',
  ],
  ['a difference if they were canceled there', refused, null, 'only-here: Canceled at Zoom.'],
  [
    'a difference if the webinar platform was never told of them',
    { state: null, registrantId: null, joinUrl: null },
    null,
    'only-here: They were never registered on Zoom.',
  ],
  ['no difference while they are being registered', { isUnderWay: true }, null, null],
  ['no difference while they are being registered and are already listed', { isUnderWay: true }, {}, null],
  [
    'a difference if nobody here is registered',
    null,
    {},
    'only-there: Registered at Zoom; nobody with this email is registered here.',
  ],
  [
    'a difference if a stranger waits for approval there',
    null,
    pending,
    'only-there: Waiting for approval at Zoom; nobody with this email is registered here.',
  ],
  ['no difference if a stranger was denied there', null, denied, null],
  [
    'a difference if the join URL differs',
    {},
    { joinUrl: 'https://zoom.example/2' },
    'different: Zoom has a different join link for them.',
  ],
  [
    'a difference if the id differs and the email is the same',
    { registrantId: 'r0' },
    {},
    'different: Registered again on Zoom, under a different ID.',
  ],
  [
    'a difference if the email differs and the id is the same',
    {},
    { email: 'old@example.com' },
    'different: Zoom knows them as old@example.com.',
  ],
  [
    'a difference if they wait for approval there',
    {},
    pending,
    'different: Someone has to approve them on Zoom.',
  ],
  ['no difference if we know that they wait there', { state: 'pending', joinUrl: null }, pending, null],
  ['a difference if they were denied there', {}, denied, 'different: Denied on Zoom.'],
  ['no difference if we know that they were denied there', { ...refused, registrantId: 'r1' }, denied, null],
  [
    'a difference if they were approved there after a refusal',
    refused,
    {},
    'different: Registered on Zoom, but they have no join link here.',
  ],
  [
    'a difference if only a namesake is registered there',
    {},
    { registrantId: 'r2', email: 'pat.lee@example.com' },
    'only-here: We registered them there, but Zoom does not list them.',
  ],
])('there is %s', (_, person, registrant, expected) => {
  const found = differencesOf(
    person ? [{ ...here, ...person }] : [],
    registrant ? [{ ...there, ...registrant }] : [],
    { elsewhere: new Set(), platformName: 'Zoom' },
  )
  expect(found.map(({ kind, words }) => `${kind}: ${words}`)[0] ?? null).toBe(expected)
})

test('a namesake is never taken for the person: each is a difference', () => {
  const namesake = { ...there, registrantId: 'r2', email: 'pat.lee@example.com' }
  const found = differencesOf([here], [namesake], { elsewhere: new Set(), platformName: 'Zoom' })
  expect(found.map(({ kind, email }) => [kind, email])).toEqual([
    ['only-here', 'pat@example.com'],
    ['only-there', 'pat.lee@example.com'],
  ])
})

test('a registrant whom the webinar platform may know for another reason is no stranger', () => {
  const elsewhere = new Set(['pat@example.com'])
  expect(differencesOf([], [there], { elsewhere, platformName: 'Zoom' })).toEqual([])
})

test('two registrations under one email count as one at the webinar platform', () => {
  const other = { ...here, registrationId: 2 }
  expect(differencesOf([here, other], [there], { elsewhere: new Set(), platformName: 'Zoom' })).toEqual([])
})

test('the registration that can join counts if a person was denied and registered again', () => {
  const before = { ...there, registrantId: 'r0', ...denied }
  expect(
    differencesOf([{ ...here, registrantId: null, state: null }], [there, before], {
      elsewhere: new Set(),
      platformName: 'Zoom',
    })[0]?.registrantId,
  ).toBe('r1')
})
