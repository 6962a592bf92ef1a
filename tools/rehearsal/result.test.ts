import { expect, test } from 'vitest'
import type { RehearsalResult } from './result.ts'
import { creditedWords, isAsExpected, packWords, verdictWords, waitWords } from './result.ts'

const right = { isAsExpected: true }
const wrong = { isAsExpected: false }

test.each([
  ['all lines are right', [right], [right], 1, 'Everyone got what was expected.'],
  ['a habit differs', [wrong, right], [right], 1, 'One line differs from what was expected.'],
  ['a habit and an email differ', [wrong], [wrong], 1, '2 lines differ from what was expected.'],
  ['certificates came after 10 minutes', [right], [right], 10, 'Everyone got what was expected.'],
  ['certificates came later', [right], [right], 10.1, 'The certificates came too late.'],
  ['not everybody had a certificate', [right], [right], null, 'The certificates came too late.'],
  [
    'a habit differs, and certificates came later',
    [wrong],
    [right],
    null,
    'One line differs from what was expected, and the certificates came too late.',
  ],
])('a rehearsal is as expected or not: %s', (_, habits, mails, minutesToCertificate, words) => {
  const result = { habits, mails, minutesToCertificate, pack: right } as RehearsalResult
  expect(isAsExpected(result)).toBe(words === 'Everyone got what was expected.')
  expect(verdictWords(result)).toBe(words)
})

test.each([
  [1, 'Everyone with all hours had a certificate 1 minute after the last report.'],
  [12.5, 'Everyone with all hours had a certificate 12.5 minutes after the last report; 10 are allowed.'],
  [null, 'Not everyone with all hours had a certificate before the reports were settled.'],
])('a wait of %s minutes is told', (minutesToCertificate, words) => {
  expect(waitWords(minutesToCertificate)).toBe(words)
})

const pack = { sha256: 'ab12', verdict: 'Equal: everything in this pack fits together.', isAsExpected: true }

test.each([
  [1, 'The inspection pack does not verify.'],
  [null, 'The certificates came too late, and the inspection pack does not verify.'],
])('a pack that does not verify is a difference: %#', (minutesToCertificate, words) => {
  const result = { habits: [], mails: [], minutesToCertificate, pack: { ...pack, isAsExpected: false } }
  expect(isAsExpected(result)).toBe(false)
  expect(verdictWords(result)).toBe(words)
})

test.each([
  [pack, 'Inspection pack: Equal: everything in this pack fits together. SHA-256 ab12'],
  [{ ...pack, sha256: '', verdict: 'Try again.' }, 'No inspection pack was made: Try again.'],
])('the inspection pack is told: %#', (given, words) => {
  expect(packWords(given)).toBe(words)
})

test.each([
  [[{ hours: 8, people: 12 }], '8'],
  [
    [
      { hours: 8, people: 11 },
      { hours: 7, people: 1 },
    ],
    '8 (11 people), 7 (1 person)',
  ],
])('different hours of one habit are told: %#', (credited, words) => {
  const habit = { habit: 'Late on day 1', people: 12, expectedHours: 8, isAsExpected: true }
  expect(creditedWords({ ...habit, credited })).toBe(words)
})
