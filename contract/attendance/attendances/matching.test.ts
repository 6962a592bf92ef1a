import { expect, test } from 'vitest'
import type { KnownRegistration, Match, MatchDecision } from './matching.ts'
import { knownPeople, matchOne } from './matching.ts'

const registration = (registrationId: number, name: string, more: Partial<KnownRegistration> = {}) => ({
  registrationId,
  userId: name,
  name,
  isOtherSlot: false,
  isCanceled: false,
  emails: [`${name.toLowerCase()}@example.com`],
  ...more,
})
const people = knownPeople({
  webinarId: 'w1',
  registrations: [
    registration(1, 'Jill'),
    registration(2, 'Omar', { emails: ['omar@example.com', 'shop@example.com', 'Omar.Old@Example.com'] }),
    registration(3, 'Dana', { emails: ['dana@example.com', 'shop@example.com'] }),
    registration(4, 'Lee', { isOtherSlot: true, emails: ['lee@example.com', 'omar@example.com'] }),
    registration(5, 'Ivy', { isCanceled: true }),
    registration(6, 'Tom', { isCanceled: true }),
    registration(7, 'Tom', { isOtherSlot: true }),
    registration(8, 'José Núñez'),
    registration(9, 'Ben (Shop) Cowling'),
  ],
  identities: [
    { registrationId: 1, webinarId: 'w1', registrantId: 'zr-jill' },
    { registrationId: 1, webinarId: 'w1', registrantId: 'zr-jill-old' },
    { registrationId: 2, webinarId: 'w1', registrantId: 'zr-omar' },
    { registrationId: 3, webinarId: 'w1', registrantId: 'zr-both' },
    { registrationId: 2, webinarId: 'w1', registrantId: 'zr-both' },
    { registrationId: 3, webinarId: 'w2', registrantId: 'zr-elsewhere' },
    { registrationId: 5, webinarId: 'w1', registrantId: 'zr-ivy' },
    { registrationId: 6, webinarId: 'w1', registrantId: 'zr-tom' },
    { registrationId: 99, webinarId: 'w1', registrantId: 'zr-nobody' },
  ],
})
const byId = (to: number): Match => ({ to: [to], by: 'registrant-id' })
const byEmail = (to: number, note?: 'other-slot'): Match => ({
  to: [to],
  by: 'email',
  ...(note && { note }),
})

type Row = { registrantId?: string; email?: string; name?: string; role?: 'panelist' | 'host' }

test.each<[string, Row, Match]>([
  ['an id without an email', { registrantId: 'zr-jill' }, byId(1)],
  ['an id from before a DELINK', { registrantId: 'zr-jill-old' }, byId(1)],
  ['an id with an unknown email', { registrantId: 'zr-jill', email: 'home@example.org' }, byId(1)],
  ['an unknown id with an email', { registrantId: 'zr-new', email: 'omar.old@example.com' }, byEmail(2)],
  ['an id of another webinar', { registrantId: 'zr-elsewhere' }, { waits: 'no-email', candidates: [] }],
  ['an id that is not registered', { registrantId: 'zr-nobody', email: 'jill@example.com' }, byEmail(1)],
  ['capitals and spaces', { email: ' JILL@Example.com ' }, byEmail(1)],
  ['invisible characters', { email: '\u200bjill\u00ad@example\u2060.com\ufeff\u00a0' }, byEmail(1)],
  ['an email with a name', { email: 'Jill C. <jill@example.com>' }, byEmail(1)],
  ['an email of two people', { email: 'shop@example.com' }, { waits: 'two-candidates', candidates: [2, 3] }],
  ['the id of one of them', { registrantId: 'zr-omar', email: 'shop@example.com' }, byId(2)],
  ['an id of two people', { registrantId: 'zr-both' }, { waits: 'two-candidates', candidates: [2, 3] }],
  ['an id and an email of two people', { registrantId: 'zr-both', email: 'dana@example.com' }, byId(3)],
  [
    'a contradiction',
    { registrantId: 'zr-omar', email: 'jill@example.com' },
    { waits: 'contradiction', candidates: [1, 2] },
  ],
  [
    'a contradiction with three people',
    { registrantId: 'zr-jill', email: 'shop@example.com' },
    { waits: 'contradiction', candidates: [1, 2, 3] },
  ],
  ['the other slot', { email: 'lee@example.com' }, byEmail(4, 'other-slot')],
  ['this slot before the other one', { email: 'omar@example.com' }, byEmail(2)],
  ['a canceled registration', { email: 'ivy@example.com' }, { waits: 'unknown-email', candidates: [] }],
  ['the id of a canceled registration', { registrantId: 'zr-ivy' }, { waits: 'no-email', candidates: [] }],
  [
    'the id of a canceled one and an email',
    { registrantId: 'zr-ivy', email: 'jill@example.com' },
    byEmail(1),
  ],
  ['the name of a canceled registration', { name: 'Ivy' }, { waits: 'no-email', candidates: [] }],
  ['the other slot before a canceled registration', { email: 'tom@example.com' }, byEmail(7, 'other-slot')],
  [
    'the id of a registration that was canceled',
    { registrantId: 'zr-tom' },
    { ...byId(7), note: 'other-slot' },
  ],
  ['an unknown email', { email: 'gus@example.org' }, { waits: 'unknown-email', candidates: [] }],
  ['only a name: it proposes', { name: ' jill ' }, { waits: 'no-email', candidates: [1] }],
  ['only an unknown name', { name: '1803555****' }, { waits: 'no-email', candidates: [] }],
  [
    'a name with an unknown email',
    { name: 'Jill', email: 'gus@example.org' },
    { waits: 'unknown-email', candidates: [1] },
  ],
  [
    'a name of a canceled and of another registration',
    { name: 'Tom' },
    { waits: 'no-email', candidates: [7] },
  ],
  ['a name in another spelling', { name: 'NUNEZ, Jose' }, { waits: 'no-email', candidates: [8] }],
  ['a name in brackets', { name: 'J. C. (Jill)' }, { waits: 'no-email', candidates: [1] }],
  [
    "a registration's name without its brackets",
    { name: 'Ben Cowling' },
    { waits: 'no-email', candidates: [9] },
  ],
  ['the brackets of a registration', { name: 'Shop' }, { waits: 'no-email', candidates: [9] }],
  ['another name with the same brackets', { name: 'Ann (Shop) Lee' }, { waits: 'no-email', candidates: [] }],
  ['nothing', {}, { waits: 'no-email', candidates: [] }],
  ['the role of a host', { role: 'host', email: 'gus@example.org', name: 'Jill' }, { to: [], by: 'role' }],
  ['the role of a host who is registered', { role: 'host', email: 'jill@example.com' }, byEmail(1)],
  ['the role of a panelist', { role: 'panelist' }, { waits: 'no-email', candidates: [] }],
])('a row with %s', (_, { registrantId = null, email = null, name = '', ...role }, expected) => {
  expect(matchOne(people, { rowId: 1, registrantId, email, name, ...role }, [])).toEqual(expected)
})

const decision = (rowId: number, act: MatchDecision['act'], ...to: number[]) => ({ rowId, act, to })

test.each<[string, MatchDecision[], Match]>([
  ['names a registration', [decision(1, 'decide', 2)], { to: [2], by: 'decision' }],
  ['names a group', [decision(1, 'decide', 1, 2)], { to: [1, 2], by: 'decision' }],
  ['says nobody of ours', [decision(1, 'decide')], { to: [], by: 'decision' }],
  [
    'is replaced by a newer one',
    [decision(1, 'decide', 2), decision(1, 'decide', 3)],
    { to: [3], by: 'decision' },
  ],
  ['is withdrawn', [decision(1, 'decide', 2), decision(1, 'withdraw')], byEmail(1)],
  ['is about another row', [decision(2, 'decide', 2)], byEmail(1)],
])("a person's decision %s", (_, decisions, expected) => {
  const row = { rowId: 1, registrantId: null, email: 'jill@example.com', name: 'Jill' }
  expect(matchOne(people, row, decisions)).toEqual(expected)
})
