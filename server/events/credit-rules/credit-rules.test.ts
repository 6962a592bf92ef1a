import { expect, test } from 'vitest'
import type { NewCreditRule } from '#contract/events/credit-rules/calls.ts'
import { getCreditRules, makeFiguresValid } from '#contract/events/credit-rules/calls.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { atOnce, expectRefusal } from '#test/app.ts'
import { preparedAdministrator, preparedApp } from '#test/given.ts'

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)

const read = (season = 2027) => app.dataOf(getCreditRules, { query: { season } }, administrator)
const make = (body: NewCreditRule) => app.send(makeFiguresValid, body, administrator)

/** Makes changed figures valid for virtual events of 2027. */
async function change(changes: Partial<Figures>, given: Partial<NewCreditRule> = {}) {
  const { ruleId, figures } = (await read(given.season)).valid.virtual
  return make({
    season: 2027,
    isInPerson: false,
    reason: 'The provider decided',
    readRuleId: ruleId,
    ...given,
    figures: { ...figures, ...changes },
  })
}

test('a season without figures of its own inherits the newest ones before it', async () => {
  const { versions, valid, seasons } = await read(2028)
  expect(versions).toEqual([])
  expect(valid.virtual).toMatchObject({ name: 'hours-2/2026.1', season: 2026, madeBy: '' })
  expect(valid.inPerson).toMatchObject({ name: 'hours-2/2026.2', figures: { coursesAnHour: 2 } })
  expect(seasons).toEqual([2026, 2027, 2028])
})

test('a change is another version with its author and reason, the newest first, and is in the history', async () => {
  const made = (await change({ neededMinutes: 44 })).data
  expect(made).toMatchObject({
    season: 2027,
    version: 1,
    name: 'hours-2/2027.1',
    madeBy: 'Portal Administrator',
  })
  await change({ neededMinutes: 46 }, { reason: 'Too many' })
  const { versions, valid } = await read()
  expect(versions.map(({ name, reason, figures }) => [name, reason, figures.neededMinutes])).toEqual([
    ['hours-2/2027.2', 'Too many', 46],
    ['hours-2/2027.1', 'The provider decided', 44],
  ])
  expect(valid.virtual).toEqual(versions[0])
  expect(valid.inPerson.name).toBe('hours-2/2026.2')
  expect((await read(2026)).valid.virtual.name).toBe('hours-2/2026.1')
  expect((await read(2028)).valid.virtual.name).toBe('hours-2/2027.2')
  const query = { activity: 'figures-changed' } as const
  const [entry] = (await app.dataOf(getActivities, { query }, administrator)).activities
  expect(entry).toMatchObject({
    reason: 'Too many',
    item: 'hours-2/2027.2, virtual',
    actedBy: { email: administrator.email },
    changes: [{ what: 'Minutes needed', from: '44', to: '46' }],
  })
})

test('a change is refused if another version became valid since it was read, with its author and reason', async () => {
  const { ruleId } = (await read()).valid.virtual
  await change({ neededMinutes: 43 }, { reason: 'I was faster' })
  const { failure } = await change({ neededMinutes: 42 }, { readRuleId: ruleId })
  expect(failure?.code).toBe('CHANGED_MEANWHILE')
  expect(failure?.message).toMatch(
    /^Portal Administrator has made hours-2\/2027\.\d+ valid .*: I was faster\./,
  )
  expect((await read()).valid.virtual.figures.neededMinutes).toBe(43)
})

test('of several changes at the same moment, one becomes valid', async () => {
  const { valid, versions } = await read()
  const answers = await atOnce(6, (place) =>
    change({ neededMinutes: 30 + place }, { readRuleId: valid.virtual.ruleId }),
  )
  const codes = answers.map(({ failure }) => failure?.code ?? 'made').sort()
  expect(codes).toEqual([...Array(5).fill('CHANGED_MEANWHILE'), 'made'])
  expect((await read()).versions).toHaveLength(versions.length + 1)
})

test('figures that say the same as the valid ones are refused', async () => {
  await expectRefusal(change({}), 'NOTHING_CHANGES')
  await expectRefusal(change({}, { season: 2028 }), 'NOTHING_CHANGES')
})

test.each<[string, Partial<Figures>, RegExp]>([
  ['more minutes needed than taught', { neededMinutes: 51 }, /no more than it has/],
  ['a mistyped number of minutes needed', { neededMinutes: 4 }, /at least half/],
  ['more taught minutes than an hour has', { teachingMinutes: 61 }, /fit into the hour/],
  ['an hour that is too long', { periodMinutes: 600 }, /10 to 240/],
  ['more forgiven gaps than half of an hour', { forgivenSecondsAnHour: 1501 }, /half of the taught time/],
  ['one gap that is longer than all', { forgivenGapSeconds: 301 }, /One gap/],
  ['more than 8 hours', { mostHours: 9 }, /1 to 8 hours/],
  ['a day that needs more hours than count', { leastHoursADay: 9 }, /A day/],
  ['polls without a needed answer', { polls: { per: 'hour', needed: 0, lateMinutes: 5 } }, /1 to 20 answers/],
  ['hosts who get hours', { rolesCounted: ['attendee', 'host'] }, /Hosts never/],
  ['attendees who get none', { rolesCounted: ['panelist'] }, /Attendees have to count/],
  ['a share below a half', { neededShare: 0.09 }, /50% to 100%/],
  ['a sum without its minutes', { mode: 'sum' }, /hourMinutes/],
  ['a sum of a mistyped hour', { mode: 'sum', hourMinutes: 5, roundPer: 'day' }, /half of the taught/],
])('figures with %s are refused', async (_, changes, words) => {
  const before = await read()
  expect((await change(changes)).failure?.fields?.figures).toMatch(words)
  expect(await read()).toEqual(before)
})

test.each([
  ['no reason', { reason: ' ' }, 'reason'],
  ['a season before the first figures', { season: 2025 }, 'season'],
  ['a season far away', { season: 2127 }, 'season'],
])('a change with %s is refused', async (_, given, field) => {
  expect(Object.keys((await change({ neededMinutes: 41 }, given)).failure?.fields ?? {})).toEqual([field])
})
