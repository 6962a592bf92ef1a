import { expect, test } from 'vitest'
import type { Question } from '#contract/counting/credit-findings/calls.ts'
import { questionKinds } from '#contract/counting/credit-findings/calls.ts'
import { questionTitles, questionWords } from './question-words.ts'

const wait = (kind: Question['kind'], facts: Question['facts'] = {}) => ({ kind, facts }) as Question
const visits = [{ from: null, to: null }]

test.each<[Question, string]>([
  [wait('no-email', { visits, answers: 2 }), '1 visit and 2 answers without an ID or email.'],
  [wait('unknown-email', { answers: 1 }), '1 answer with an email that no registration has.'],
  [wait('two-candidates'), 'The rows that fit two registrations.'],
  [
    wait('lowered', { hours: { before: 8, now: 1 } }),
    '8 hours are credited, and the newest reports give 1 hour.',
  ],
  [
    wait('lowered', { hours: { before: 1, now: 0 } }),
    '1 hour is credited, and the newest reports give 0 hours.',
  ],
  [
    wait('overlap', { elsewhere: { registrationId: 1, eventName: 'Piston 2027', hours: 1 } }),
    '1 hour is credited for the same time: Piston 2027.',
  ],
  [
    wait('overlap', { elsewhere: { registrationId: 1, eventName: 'Piston 2027', hours: 4 } }),
    '4 hours are credited for the same time: Piston 2027.',
  ],
  [
    wait('few-answers', {
      share: { people: 1, of: 3 },
      question: { text: 'Test?', at: new Date('2027-02-09T13:02:00Z') },
    }),
    '1 of 3 answered "Test?" at 8:02 AM: does it count?',
  ],
  [
    wait('total-differs', { totalMinutes: 58, rowMinutes: 244 }),
    'The file states 58 minutes for them, and its rows make 244 minutes.',
  ],
  [
    wait('taken-back', { news: { seconds: 1800, lostSeconds: 20, answers: 1, lostAnswers: 0 } }),
    'Their hours were removed before, and the reports now have new evidence: 30 more minutes, less than one lost minute, and 1 more answer.',
  ],
  [
    wait('taken-back', { news: { seconds: 0, lostSeconds: 0, answers: 0, lostAnswers: 0 } }),
    'Their hours were removed before, and the reports now have new evidence: another time slot.',
  ],
  [wait('taken-back'), 'An administrator removed or lowered their hours for this event before.'],
  [
    wait('other-days', {
      byDayBefore: [{ on: '2027-02-09', hours: 4 }],
      byDay: [{ on: '2027-02-10', hours: 4 }],
    }),
    'Credited are Tue 09 Feb 2027: 4 hours. The newest reports give Wed 10 Feb 2027: 4 hours.',
  ],
  [
    wait('times-off', { off: { hours: -3, reportId: 1, timeZone: null } }),
    'The times of a report are 3 hours away from the slot. They may be in another time zone.',
  ],
])('a wait says why: %j', (given, words) => {
  expect(questionWords(given)).toBe(words)
})

test('a missed hour is named', () => {
  expect(
    questionWords(wait('same-hour-missed', { share: { people: 51, of: 57 } }), 'hour 2, Tue 09 Feb 2027'),
  ).toBe('51 of 57 people miss hour 2, Tue 09 Feb 2027. It may have been taught at other times.')
})

test.each(questionKinds)('the kind %s has a title and a whole sentence without any facts', (kind) => {
  expect(questionTitles[kind]).not.toBe('')
  expect(questionWords(wait(kind))).toMatch(/^[A-Z].*\.$/)
})
