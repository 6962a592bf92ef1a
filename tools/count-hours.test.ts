import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'hours '))
afterAll(() => rmSync(folder, { recursive: true }))

const figures = {
  ...{ code: 'hours-1', mode: 'each', periodMinutes: 60, teachingMinutes: 50, neededMinutes: 45 },
  ...{ forgivenGapSeconds: 120, forgivenSecondsAnHour: 300, phonePolls: 'needed' },
  polls: { per: 'hour', needed: 1, lateMinutes: 5 },
  ...{ leastHoursADay: 1, mostHours: 8, rolesCounted: ['attendee', 'panelist'] },
}
const counted = {
  ...{ id: 'morning', kind: 'count', figures: 'usual', settled: true, asked: [], answers: [] },
  slot: { startOn: '2027-02-09', endOn: '2027-02-09', startTime: '08:00', endTime: '10:00' },
  visits: [{ joinedAt: '2027-02-09T13:06:00Z', leftAt: '2027-02-09T15:00:00Z' }],
}
const matched = {
  ...{ id: 'rows', kind: 'match', decisions: [{ row: 3, act: 'decide', to: [1], reason: 'called' }] },
  world: {
    ...{ slot: 'A', webinarId: 'w1' },
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
    { row: 6, registrantId: null, email: 'host@example.com', name: 'Host', role: 'host' },
  ],
}
const finding = (hours: number, evidence: string) => ({
  ...{ step: 'finding', hours, evidence, rule: 'hours-1/2027.1', reason: 'presence' },
})
const stood = (id: string, ...steps: object[]) => ({ id, kind: 'stand', steps })

test('each vector is answered by one line, with the keys of what it expects', () => {
  const vectors = [
    { ...counted, expected: { hours: 1, minutes: 94, isFinal: true } },
    counted,
    {
      ...matched,
      expected: [
        { wait: '', candidates: [] },
        { to: [], by: '', note: '' },
        { to: [] },
        { by: '' },
        { wait: '' },
        { to: [], by: '' },
      ],
    },
    {
      ...stood('undone', finding(4, 'e1'), { step: 'undo' }, finding(4, 'e1')),
      expected: { credits: 2, hours: 0 },
    },
    stood('seen anew', finding(4, 'e1'), { step: 'undo' }, finding(4, 'e2')),
    stood('restored', finding(4, 'e1'), finding(6, 'e2'), { step: 'undo' }),
    stood('released', { step: 'person', hours: 6 }, finding(8, 'e1'), { step: 'release' }),
    stood('released to nothing', { step: 'person', hours: 6 }, { step: 'release' }),
    stood('lowered', finding(8, 'e1'), finding(6, 'e2')),
    stood('decided', finding(8, 'e1'), finding(6, 'e2'), { step: 'person', hours: 6 }),
  ]
  const { code, lines } = count(JSON.stringify({ figures: { usual: figures }, vectors }))
  expect(lines).toMatchObject([
    { id: 'morning', result: { hours: 1, minutes: 94, isFinal: true } },
    { id: 'morning', result: { hourCodes: ['too-short', 'earned-no-poll'], reason: 'presence' } },
    {
      id: 'rows',
      result: [
        { wait: 'contradiction', candidates: [1, 2] },
        { to: [2], by: 'email', note: 'other-slot' },
        { to: [1] },
        { by: 'email' },
        { wait: 'unknown-email' },
        { to: [], by: 'role' },
      ],
    },
    { id: 'undone', result: { credits: 2, hours: 0 } },
    { id: 'seen anew', result: { credits: 3, hours: 4, source: 'attendance', waits: [] } },
    { id: 'restored', result: { credits: 3, hours: 4, source: 'attendance', waits: [] } },
    { id: 'released', result: { credits: 3, hours: 8, source: 'attendance', waits: [] } },
    { id: 'released to nothing', result: { credits: 2, hours: 0, source: null, waits: [] } },
    { id: 'lowered', result: { credits: 1, hours: 8, source: 'attendance', waits: ['lowered'] } },
    { id: 'decided', result: { credits: 2, hours: 6, source: 'administrator', waits: [] } },
  ])
  expect(Object.keys(lines[0].result)).toEqual(['hours', 'minutes', 'isFinal'])
  expect(Object.keys(lines[3].result)).toEqual(['credits', 'hours'])
  expect(code).toBe(0)
})

test('a vector that cannot be read is named, and the others are answered', () => {
  const wrong = [
    { ...counted, id: 'no figures', figures: 'other' },
    { ...counted, id: 'no instant', visits: [{ joinedAt: 'noon' }] },
    { id: 'no kind', kind: 'guess' },
    stood('no step', { step: 'wish' }),
  ]
  const { code, lines, said } = count(
    JSON.stringify({ figures: { usual: figures }, vectors: [...wrong, counted] }),
  )
  expect([code, lines.map(({ id }) => id)]).toEqual([1, ['morning']])
  expect(said.split('\n')).toEqual([
    "no figures cannot be counted: the file has no figures 'other'",
    'no instant cannot be counted: visits.0.joinedAt: is not an instant',
    'no kind cannot be counted: its kind is guess, not count, match or stand',
    expect.stringContaining('no step cannot be counted: steps.0.step: '),
    '',
  ])
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
