import { expect, test } from 'vitest'
import { poll, slotTime, untimed, visit } from '#test/counted-slots.ts'
import type { PersonAtSlot } from './person-evidence.ts'
import { personEvidence } from './person-evidence.ts'

const person: PersonAtSlot = {
  eventSlotId: 1,
  time: slotTime('2-9 2-10 08:00 12:00'),
  visits: [visit('9 08:00', '9 10:00'), visit('10 08:00', '10 12:00')],
  answers: [poll('9 08:25', 'a'), poll('9 09:25', 'b')],
}
const evidence = personEvidence([person])
const withVisits = (...visits: PersonAtSlot['visits']) => personEvidence([{ ...person, visits }])
const withAnswers = (...answers: PersonAtSlot['answers']) => personEvidence([{ ...person, answers }])
const [first, second] = person.visits as [PersonAtSlot['visits'][0], PersonAtSlot['visits'][0]]

test.each<[string, string]>([
  ['rows in another order', withVisits(second, first)],
  ['rows twice', withVisits(first, first, second)],
  ['a row in two parts', withVisits(visit('9 08:00', '9 09:00'), visit('9 09:00', '9 10:00'), second)],
  ['parts of a second', withVisits(visit('9 08:00:00.999', '9 10:00:00.500'), second)],
  ['a row before the slot', withVisits(visit('9 07:00', '9 10:00'), second)],
  ['a row after it', withVisits(first, second, visit('9 12:00', '9 13:00'))],
  ['a row without an end', withVisits(first, second, { ...visit('9 11:00', '9 12:00'), leftAt: null })],
  ['a waiting room', withVisits(first, second, { ...visit('9 11:00', '9 12:00'), isWaiting: true })],
  ['another role or medium', withVisits({ ...first, role: 'panelist', medium: 'phone' }, second)],
  [
    'answers in another order, and twice',
    withAnswers(poll('9 09:25', 'b'), poll('9 08:25', 'a'), poll('9 09:25', 'b')),
  ],
  [
    'another slot without a row',
    personEvidence([{ ...person, eventSlotId: 2, visits: [], answers: [] }, person]),
  ],
])('the evidence of a person is the same with %s', (_, other) => {
  expect(other).toBe(evidence)
})

const entry = untimed('2027-02-09', 'a')[0] as PersonAtSlot['answers'][0]
test.each<[string, string, string]>([
  ['a second more', withVisits(visit('9 08:00', '9 10:00:01'), second), evidence],
  ['a second less', withVisits(visit('9 08:00:01', '9 10:00'), second), evidence],
  [
    'a gap of a second',
    withVisits(first, visit('10 08:00', '10 09:00'), visit('10 09:00:01', '10 12:00')),
    evidence,
  ],
  ['another answer', withAnswers(...person.answers, poll('9 10:25', 'a')), evidence],
  ['an answer a second later', withAnswers(poll('9 08:25:01', 'a'), poll('9 09:25', 'b')), evidence],
  ['an answer to another question', withAnswers(poll('9 08:25', 'c'), poll('9 09:25', 'b')), evidence],
  [
    'an answer by code',
    withAnswers({ ...poll('9 08:25', 'a'), source: 'code' }, poll('9 09:25', 'b')),
    evidence,
  ],
  ['an entry with another number', withAnswers({ ...entry, nth: 2 }), withAnswers(entry)],
  ['an entry of another session', withAnswers({ ...entry, session: 's2' }), withAnswers(entry)],
  ['another slot', personEvidence([{ ...person, eventSlotId: 2 }]), evidence],
  ['one more slot', personEvidence([person, { ...person, eventSlotId: 2 }]), evidence],
])('the evidence of a person is another one with %s', (_, one, other) => {
  expect(one).not.toBe(other)
})
