import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'hours '))
afterAll(() => rmSync(folder, { recursive: true }))

const figures = {
  code: 'hours-2',
  mode: 'each',
  periodMinutes: 60,
  teachingMinutes: 50,
  neededMinutes: 45,
  forgivenGapSeconds: 120,
  forgivenSecondsAnHour: 300,
  phonePolls: 'needed',
  polls: { per: 'hour', needed: 1, lateMinutes: 5 },
  leastHoursADay: 1,
  mostHours: 8,
  rolesCounted: ['attendee', 'panelist'],
}
const slot = { startOn: '2027-02-09', endOn: '2027-02-09', startTime: '08:00', endTime: '10:00' }
const visit = (from: string, to: string, on = '2027-02-09') => ({
  joinedAt: `${on}T${from}:00Z`,
  leftAt: `${on}T${to}:00Z`,
})
const vector = (id: string, kind: string, more: object) => ({ id, kind, figures: 'usual', ...more })

const counted = vector('morning', 'count', { slot, visits: [visit('13:06', '15:00')] })
const stated = vector('as taught', 'count', {
  slot: {
    ...slot,
    breaks: [{ from: '09:00', to: '09:30' }],
    agenda: [
      { on: '2027-02-09', pieces: [['2027-02-09T13:00:00Z', '2027-02-09T13:50:00Z']] },
      { on: '2027-02-09', pieces: [['2027-02-09T14:30:00Z', '2027-02-09T15:00:00Z']] },
    ],
  },
  visits: [visit('13:00', '15:00')],
})
const polled = vector('one poll of two', 'count', {
  slot,
  visits: [visit('13:00', '15:00')],
  asked: [
    { question: 'Here?', at: '2027-02-09T13:25:00Z' },
    { question: 'Here?', at: '2027-02-09T14:25:00Z', answered: 2, present: 30, counts: true },
  ],
  answers: [{ question: 'Here?', at: '2027-02-09T13:25:30Z' }],
})
const evening = { ...slot, startOn: '2027-03-02', endOn: '2027-03-02', startTime: '18:00', endTime: '20:00' }
const united = vector('made up', 'course', {
  registered: 'morning',
  slots: [
    { ...slot, slot: 'morning', visits: [visit('13:00', '14:00')] },
    { ...evening, slot: 'evening', visits: [visit('00:00', '01:00', '2027-03-03')] },
    { ...slot, slot: 'empty', startOn: '2027-04-06', endOn: '2027-04-06' },
  ],
})
const person = (name: string, row: object) => ({ ...row, person: name })
const reported = vector('two files', 'reports', {
  slot,
  reports: [
    {
      report: 'first',
      visits: [person('jill', visit('13:00', '14:00')), person('lee', visit('13:00', '15:00'))],
      answers: [person('jill', { question: 'Test?', at: '2027-02-09T13:02:00Z' })],
      totals: { jill: 80 },
    },
    { report: 'second', visits: [person('jill', visit('14:00', '15:00'))] },
    { report: 'wrong', setAside: true, visits: [person('gus', visit('13:00', '15:00'))] },
  ],
})
const matched = {
  id: 'rows',
  kind: 'match',
  decisions: [{ row: 3, act: 'decide', to: [1], reason: 'called' }],
  world: {
    slot: 'A',
    webinarId: 'w1',
    registrations: [
      { registrationId: 1, userId: 'u1', slot: 'A', emails: ['jill@example.com'] },
      { registrationId: 2, userId: 'u2', slot: 'B', emails: ['lee@example.com'] },
    ],
    identities: [{ registrationId: 1, webinarId: 'w1', registrantId: 'zr-1', email: 'told@example.com' }],
  },
  rows: [
    { row: 1, registrantId: 'zr-1', email: 'lee@example.com', name: 'Lee' },
    { row: 2, registrantId: null, email: 'lee@example.com', name: 'Lee' },
    { row: 3, registrantId: null, email: null, name: '1803555****', medium: 'phone' },
    { row: 4, registrantId: null, email: 'told@example.com', name: '' },
    { row: 5, registrantId: null, email: 'gus@example.com', name: 'Gus' },
  ],
}
const finding = (hours: number, evidence: string, more: object = {}) => ({
  step: 'finding',
  hours,
  evidence,
  rule: 'hours-2/2027.1',
  reason: 'presence',
  ...more,
})
const [undo, redo] = [{ step: 'undo' }, { step: 'undo-undo' }]
const interval = ['2027-02-09T13:00:00Z', '2027-02-09T13:50:00Z']
const stood = (id: string, ...steps: object[]) => ({ id, kind: 'stand', steps })

test('each vector is answered by one line', () => {
  const { code, lines, said } = countVectors([counted, stated, polled, united, reported, matched])
  expect(lines).toMatchObject([
    {
      id: 'morning',
      result: { hours: 1, minutes: 94, reason: 'presence', hourCodes: ['too-short', 'earned-no-poll'] },
    },
    { id: 'as taught', result: { hours: 2, hourCodes: ['earned-no-poll', 'earned-no-poll'], refused: [2] } },
    { id: 'one poll of two', result: { hours: 1, reason: 'polls', hourCodes: ['earned', 'poll-missing'] } },
    {
      id: 'made up',
      result: {
        hours: 2,
        reason: 'full',
        isFinal: true,
        waits: [],
        byDay: [
          { on: '2027-02-09', hours: 1 },
          { on: '2027-03-02', hours: 1 },
        ],
        byYear: { 2027: 2 },
        courseHours: ['1.1', '1.2'],
        from: ['morning', 'evening'],
        hourCodes: ['earned-no-poll', 'earned-no-poll'],
      },
    },
    {
      id: 'two files',
      result: {
        covers: { first: ['2027-02-09'], second: ['2027-02-09'] },
        covered: ['2027-02-09'],
        hours: { jill: 2, lee: 2 },
        waits: { jill: ['total-differs'] },
        holds: [{ why: 'few-answers', question: 'Test?', answered: 1, present: 2 }],
      },
    },
    {
      id: 'rows',
      result: [
        { wait: 'contradiction', candidates: [1, 2] },
        { to: [2], by: 'email', note: 'other-slot' },
        { to: [1] },
        { by: 'email' },
        { wait: 'unknown-email' },
      ],
    },
  ])
  expect([code, said]).toEqual([0, ''])
})

test('a result has the keys that are expected', () => {
  const expected = [{ wait: '', candidates: [] }, { to: [], by: '' }, { to: [] }, { by: '' }, { wait: '' }]
  const { lines } = countVectors([
    { ...counted, expected: { hours: 1, minutes: 94, isFinal: true } },
    { ...united, expected: { from: [] } },
    { ...matched, expected },
    { ...stood('credited', finding(4, 'e1')), expected: { credits: 1, hours: 4 } },
    { ...reported, expected: { covered: [], others: null } },
  ])
  expect(lines.map(({ result }) => result)).toEqual([
    { hours: 1, minutes: 94, isFinal: true },
    { from: ['morning', 'evening'] },
    [
      { wait: 'contradiction', candidates: [1, 2] },
      { to: [2], by: 'email' },
      { to: [1] },
      { by: 'email' },
      { wait: 'unknown-email' },
    ],
    { credits: 1, hours: 4 },
    { covered: ['2027-02-09'], others: null },
  ])
})

const ledgers: [id: string, steps: object[], result: object][] = [
  ['undone', [finding(4, 'e1'), undo, finding(4, 'e1')], { credits: 2, hours: 0, takenBackBefore: true }],
  [
    'found anew after an undo',
    [finding(4, 'e1'), undo, finding(4, 'e2')],
    { hours: 0, waits: ['taken-back'] },
  ],
  ['restored', [finding(4, 'e1'), finding(6, 'e2'), undo], { credits: 3, hours: 4, takenBackBefore: true }],
  ['undone twice', [finding(4, 'e1'), finding(6, 'e2'), undo, undo], { credits: 4, hours: 0 }],
  ['undone more often than credited', [finding(4, 'e1'), undo, undo], { credits: 2, hours: 0 }],
  ['undone, and that undone', [finding(4, 'e1'), undo, redo, finding(6, 'e2')], { credits: 4, hours: 6 }],
  ['undone and given back', [finding(4, 'e1'), undo, { step: 'release' }], { credits: 4, hours: 4 }],
  [
    'released',
    [{ step: 'person', hours: 6 }, finding(8, 'e1'), { step: 'release' }],
    { credits: 3, hours: 8 },
  ],
  ['released to nothing', [{ step: 'person', hours: 6 }, { step: 'release' }], { hours: 0, source: null }],
  ['lowered', [finding(8, 'e1'), finding(6, 'e2')], { credits: 1, hours: 8, waits: ['lowered'] }],
  [
    'lowered and accepted',
    [finding(8, 'e1'), finding(6, 'e2'), { step: 'accept' }],
    { credits: 2, hours: 6, waits: [] },
  ],
  [
    'decided',
    [finding(8, 'e1'), finding(6, 'e2'), { step: 'person', hours: 6 }],
    { source: 'administrator', waits: [] },
  ],
  ['canceled', [{ step: 'cancel' }, finding(8, 'e1'), { step: 'restore' }], { credits: 1, hours: 8 }],
  ['incomplete', [{ step: 'profile', complete: false }, finding(8, 'e1')], { waits: ['profile-incomplete'] }],
  [
    'credited elsewhere',
    [{ step: 'elsewhere', event: 'E2', intervals: [interval] }, finding(8, 'e1', { intervals: [interval] })],
    { credits: 0, waits: ['overlap'] },
  ],
]

test('ledgers are followed step by step', () => {
  const { lines } = countVectors(ledgers.map(([id, steps]) => stood(id, ...steps)))
  expect(lines).toMatchObject(ledgers.map(([id, , result]) => ({ id, result })))
})

test('hours by hand get their days, or are refused', () => {
  const taught = [
    { on: '2027-03-31', hours: 4 },
    { on: '2027-04-01', hours: 4 },
  ]
  const person = { step: 'person', hours: 3 }
  const { lines } = countVectors([
    { ...stood('no evidence', person), taught },
    { ...stood('evidence', finding(1, 'e1', { byDay: [{ on: '2027-04-01', hours: 1 }] }), person), taught },
    { ...stood('too many', { ...person, hours: 9, byDay: [{ on: '2027-03-31', hours: 9 }] }), taught },
  ])
  expect(lines).toMatchObject([
    { result: { credits: 0, refused: [1] } },
    { result: { hours: 3, byYear: { 2028: 3 }, refused: [] } },
    { result: { credits: 0, refused: [1] } },
  ])
})

test('a vector that cannot be read has a line that says why, and the others are answered', () => {
  const { code, lines, said } = countVectors([
    { ...counted, id: 'no figures', figures: 'other' },
    { ...counted, id: 'no instant', visits: [{ joinedAt: 'noon' }] },
    { ...united, id: 'no slot', registered: 'noon' },
    { ...reported, id: 'nobody', reports: [{ report: 'first', visits: [visit('13:00', '14:00')] }] },
    { id: 'no kind', kind: 'guess' },
    stood('no step', { step: 'wish' }),
    counted,
  ])
  expect(lines).toEqual([
    { id: 'no figures', error: "the file has no figures 'other'" },
    { id: 'no instant', error: 'visits.0.joinedAt: is not an instant' },
    { id: 'no slot', error: "the event has no slot 'noon'" },
    { id: 'nobody', error: expect.stringContaining('reports.0.visits.0.person: ') },
    { id: 'no kind', error: 'its kind is guess, not count, course, reports, match or stand' },
    { id: 'no step', error: expect.stringContaining('steps.0.step: ') },
    { id: 'morning', result: expect.anything() },
  ])
  expect([code, said]).toEqual([1, ''])
})

test.each([
  ['text', 'hello', 'is not a file of test vectors: Unexpected token'],
  ['another JSON', '{"people": []}', 'is not a file of test vectors: vectors: '],
  ['a list', '[]', 'is not a file of test vectors: the file: '],
])('a file with %s is refused with a sentence', (_, content, words) => {
  const { code, lines, said } = count(content)
  expect([code, lines]).toEqual([1, []])
  expect(said).toContain(`${join(folder, 'vectors.json')} ${words}`)
})

test.each([
  ['no file', [], 'Say which file: npm run count-hours -- FILE.json\n'],
  ['two files', ['one', 'two'], 'Say which file: npm run count-hours -- FILE.json\n'],
  ['a missing file', ['none.json'], `There is no file ${join(folder, 'none.json')} that can be read.\n`],
])('%s is answered with a sentence', (_, args, said) => {
  expect(run(args)).toEqual({ code: 1, lines: [], said })
})

test('the case on the page about integrations gets what it expects', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/integrations.md'), 'utf8')
  const [, content = ''] = /```json\n(.*?)```/s.exec(page) ?? []
  const { vectors } = JSON.parse(content)
  expect(count(content).lines).toEqual([{ id: vectors[0].id, result: vectors[0].expected }])
})

function countVectors(vectors: object[]) {
  return count(JSON.stringify({ figures: { usual: figures }, vectors }))
}

function count(content: string) {
  writeFileSync(join(folder, 'vectors.json'), content)
  return run(['vectors.json'])
}

function run(args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'count-hours.ts'), ...args],
    { env: { ...process.env, INIT_CWD: folder }, encoding: 'utf8' },
  )
  const lines = stdout.split('\n').filter((line) => line !== '')
  return { code: status, lines: lines.map((line) => JSON.parse(line)), said: stderr }
}
