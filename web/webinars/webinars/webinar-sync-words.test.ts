import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WebinarSync } from '#contract/webinars/webinars/calls.ts'
import { useSession } from '#web/core/session/session.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import { consequence, failureRows, failureWords, outcomeSentence, syncCounts } from './webinar-sync-words.ts'

beforeAll(() => useSession.setState({ userData: { isAdmin: true } as SessionUser }))
afterAll(() => useSession.setState({ userData: null }))

const none = { added: 0, matched: 0, removed: 0, refused: 0, deferred: 0 }
const over: WebinarSync = {
  jobId: '0199',
  kind: 'sync',
  state: 'done',
  startedAt: new Date('2027-02-09T13:00:00Z'),
  endedAt: new Date('2027-02-09T13:01:00Z'),
  startedBy: 'Pat Example',
  problem: '',
  total: 0,
  done: 0,
  counts: none,
  failures: [],
}

test.each([
  ['sync', 5, 4, 'Registers 1 person without a join link for the webinar. Others keep their join links.'],
  [
    'sync',
    1500,
    0,
    'Registers 1,500 people without a join link for the webinar. Others keep their join links.',
  ],
  ['sync', 0, 0, 'No one is registered for this time slot yet.'],
  ['sync', 5, 5, 'Everyone already has a join link. This only double-checks.'],
  [
    'delink',
    5,
    4,
    'Removes the join links of 4 people and unregisters everyone from the webinar. Their registrations here stay.',
  ],
] as const)(
  'before a %s of %i people, of whom %i can join, the page says what it does',
  (kind, registrations, withJoinUrl, words) => {
    expect(consequence(kind, { registrations, withJoinUrl, isOver: false })).toBe(words)
  },
)

test.each([
  ['sync', 0, none, 'Everyone already had a join link.'],
  ['sync', 3, { ...none, added: 2, matched: 1 }, '3 people can join.'],
  [
    'sync',
    3,
    { ...none, added: 1, refused: 1, deferred: 1 },
    '1 person can join, 2 could not be registered.',
  ],
  ['delink', 0, none, 'No one had a join link.'],
  ['delink', 2, { ...none, removed: 2 }, "2 people can't join anymore."],
  ['delink', 2, { ...none, removed: 1, deferred: 1 }, "1 person can't join anymore, 1 could not be removed."],
] as const)('after a %s of %i people with %o, the page says: %s', (kind, total, counts, words) => {
  expect(outcomeSentence({ ...over, kind, total, done: total, counts })).toBe(words)
})

test('counts of zero are left out', () => {
  expect(syncCounts({ counts: { ...none, added: 1200, deferred: 1 } })).toEqual([
    { label: 'Registered now', count: 1200 },
    { label: 'Will be retried', count: 1 },
  ])
})

test('a failure that is retried says when, and the CSV file has a column for it', () => {
  const failure = { registrationId: 7, name: 'Pat Example', email: 'pat@example.com' }
  const refused = { ...failure, why: 'Host cannot register.', tryAt: null }
  const deferred = { ...failure, why: 'Too many today.', tryAt: new Date('2027-02-10T00:00:00Z') }
  expect([refused, deferred].map(failureWords)).toEqual([
    'Host cannot register.',
    'Too many today. · tried again 09 Feb 2027, 7:00 PM EST',
  ])
  expect(failureRows({ failures: [refused, deferred] })).toEqual([
    ['Name', 'Email', 'Why', 'Tried again'],
    ['Pat Example', 'pat@example.com', 'Host cannot register.', 'No'],
    ['Pat Example', 'pat@example.com', 'Too many today.', '09 Feb 2027, 7:00 PM EST'],
  ])
})

test('a sync of a slot that is over says so before and afterwards', () => {
  const words = 'This time slot is over. No new people are registered for the webinar.'
  expect(consequence('sync', { registrations: 5, withJoinUrl: 4, isOver: true })).toBe(words)
  expect(consequence('delink', { registrations: 5, withJoinUrl: 4, isOver: true })).not.toBe(words)
  expect(outcomeSentence({ ...over, problem: words })).toBe(words)
  const counts = { ...none, matched: 1 }
  expect(outcomeSentence({ ...over, total: 1, counts, problem: words })).toBe(`1 person can join. ${words}`)
})
