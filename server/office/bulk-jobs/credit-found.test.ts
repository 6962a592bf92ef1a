import { beforeEach, describe, expect, test } from 'vitest'
import type { PlainTime } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { releaseHours } from '#contract/ledger/credits/calls.ts'
import type { BulkAction } from '#contract/office/bulk-jobs/calls.ts'
import {
  getBulkJob,
  getBulkResults,
  previewBulkJob,
  startBulkJob,
  stopBulkJob,
} from '#contract/office/bulk-jobs/calls.ts'
import { giveBackBulkJob, undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import { deleteRegistration, restoreRegistration } from '#contract/registrations/registrations/changes.ts'
import { creditAll } from '#server/ledger/credits/credits.ts'
import { write } from '#server/work.ts'
import { atOnce, expectRefusal, expectSuccess, until } from '#test/app.ts'
import { noPollsAsked, setReportsAside, uploadAttendanceFile } from '#test/attendance-uploads.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  byHand,
  givenAdministrator,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  historyOf,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import * as bulkJobs from './bulk-jobs.ts'
import { runBulkJob, sweepBulkJobs } from './jobs.ts'

let event: EventWithSlots
let slot: number
const on = addDays(easternDay(new Date()), -7)
const app = preparedApp()
const administrator = preparedAdministrator(app)
beforeEach(givenHeldEvent)

test('everybody who qualifies is credited the hours of their own finding, by the rule, with a certificate', async () => {
  const [all, late, absent] = [await givenRegistered(), await givenRegistered(), await givenRegistered()]
  await upload(stay(all), stay(late, '09:30'))
  expect(await preview()).toMatchObject([
    { email: all.email, verdict: 'changes', hours: 0, hoursAfter: 4 },
    { email: late.email, verdict: 'changes', hours: 0, hoursAfter: 2 },
    { email: absent.email, verdict: 'unchanged', hours: 0, hoursAfter: null },
  ])
  const job = await ended(await start())
  expect(job).toMatchObject({
    kind: 'credit',
    changed: 2,
    failures: [],
    certificates: { issued: 2, total: 2 },
  })
  expect(await ledgerOf(late)).toEqual(['attendance 2 by hours-2/2026.1'])
  expect(await standing()).toEqual([
    [4, 'nothing'],
    [2, 'nothing'],
    [0, 'nothing'],
  ])
  const query = { registrationId: all.registrationId, activity: 'credited' } as const
  expect(await historyOf(app, administrator, query)).toMatchObject([
    { item: 'Credit rules: hours-2/2026.1', changes: [{ what: 'Hours', from: '0', to: '4' }] },
  ])
  const again = await app.send(startBulkJob, body(), administrator)
  expect(again.failure?.code).toBe('NOTHING_TO_DO')
})

describe('somebody is left out and named', () => {
  test('if their finding is another one than the preview showed, also if nobody saw them in it', async () => {
    const [same, more, came] = [await givenRegistered(), await givenRegistered(), await givenRegistered()]
    await upload(stay(same), stay(more, '10:00'))
    const seen = await findingIds()
    await upload(stay(same), stay(more), stay(came))
    const job = await ended(await start(seen))
    expect(job).toMatchObject({ changed: 1, failures: [{ why: changed }, { why: changed }] })
    expect(await standing()).toEqual([
      [4, 'nothing'],
      [0, 'write'],
      [0, 'write'],
    ])
  })

  test('if the job no longer finds what was started', async () => {
    const people = [1, 2, 3, 4, 5, 6].map(() => givenRegistered())
    const [same, more, gone, decided, twice, incomplete] = (await Promise.all(people)) as Registered[]
    const others = [gone, decided, twice, incomplete].map((each) => stay(each as Registered))
    await upload(stay(same as Registered), stay(more as Registered, '10:00'), ...others)
    const { jobId } = await startWithoutJob()
    await app.send(deleteRegistration, { registrationId: gone?.registrationId ?? 0 }, administrator)
    await decide(decided as Registered, 3)
    await decide(twice as Registered, 4)
    await app.update('users', { companyName: '' }, { userId: incomplete?.userId ?? '' })
    await upload(stay(same as Registered), stay(more as Registered), ...others)
    await app.write(sweepBulkJobs)
    await ended(jobId)
    expect(await outcomes(jobId)).toEqual(
      new Map([
        [same?.email, 'done'],
        [more?.email, 'FINDING_CHANGED'],
        [gone?.email, 'canceled'],
        [decided?.email, 'DECIDED'],
        [twice?.email, 'unchanged'],
        [incomplete?.email, 'profile-incomplete'],
      ]),
    )
  })
})

test("a person's decision stays, and nobody is lowered", async () => {
  const [decided, lowered, open] = [await givenRegistered(), await givenRegistered(), await givenRegistered()]
  await upload(stay(decided), stay(lowered), stay(open, '11:00'))
  await decide(decided, 2)
  await ended(await start())
  await setReportsAside(app, slot)
  await upload(stay(decided), stay(lowered, '09:00'), stay(open))
  expect(verdictsOf(await preview())).toEqual(['DECIDED', 'lowered', 'changes'])
  await ended(await start())
  expect(await ledgerOf(decided)).toEqual(['administrator 2'])
  expect((await standing()).map(([hours]) => hours)).toEqual([2, 4, 4])
})

describe('an undone job', () => {
  test('is remembered: the same evidence is silent, and new evidence waits until the person is given back to the rule', async () => {
    const person = await givenRegistered()
    await upload(stay(person, '09:00'))
    const jobId = await start()
    await ended(jobId)
    expect(await ended(await undo(jobId))).toMatchObject({ changed: 1, undoes: jobId, canUndo: true })
    expect(await ledgerOf(person)).toEqual(['attendance 3 by hours-2/2026.1', 'attendance 0'])
    expect(await standing()).toEqual([[0, 'nothing']])
    expect(verdictsOf(await preview())).toEqual(['SET_ASIDE'])
    await upload(stay(person, '09:00'))
    expect(await standing()).toEqual([[0, 'nothing']])
    await upload(stay(person))
    expect(await standing()).toEqual([[0, 'taken-back']])
    const given = { registrationId: person.registrationId, reason: 'The report was right' }
    await expectSuccess(app.send(releaseHours, given, administrator))
    await app.untilJobsAreDone()
    expect(await standing()).toEqual([[0, 'write']])
    await ended(await start())
    expect(await standing()).toEqual([[4, 'nothing']])
  })

  test('gives all who are still taken back to the rule, with a reason, and nobody whom a person has decided', async () => {
    const [one, other, decided] = [await givenRegistered(), await givenRegistered(), await givenRegistered()]
    await upload(...[one, other, decided].map((each) => stay(each)))
    const jobId = await start()
    expect(await ended(jobId)).toMatchObject({ takenBack: 0 })
    expect(await giveBack(jobId)).toBe('NOTHING_TO_DO')
    await ended(await undo(jobId))
    await decide(decided, 2)
    expect(await job(jobId)).toMatchObject({ takenBack: 2 })
    expect(await giveBack(jobId, ' ')).toBe('INVALID_FIELDS')
    expect(await giveBack(jobId)).toBe(2)
    await app.untilJobsAreDone()
    expect(await standing()).toEqual([
      [0, 'write'],
      [0, 'write'],
      [2, 'nothing'],
    ])
    expect(await job(jobId)).toMatchObject({ takenBack: 0 })
    expect(await giveBack(jobId)).toBe('NOTHING_TO_DO')
    const query = { registrationId: one.registrationId, activity: 'hours-released' } as const
    expect(await historyOf(app, administrator, query)).toMatchObject([{ reason: 'The job was right' }])
  })

  test('gives back the hours that the rule gave before, and can itself be undone', async () => {
    const person = await givenRegistered()
    await upload(stay(person, '10:00'))
    await ended(await start())
    await upload(stay(person))
    const jobId = await start()
    await ended(jobId)
    const undone = await undo(jobId)
    await ended(undone)
    expect(await standing()).toEqual([[2, 'nothing']])
    await ended(await undo(undone))
    expect(await ledgerOf(person)).toEqual(
      ['2 by hours-2/2026.1', '4 by hours-2/2026.1', '2', '4 by hours-2/2026.1'].map(
        (row) => `attendance ${row}`,
      ),
    )
  })

  test('leaves out somebody whose hours a person has decided since', async () => {
    const person = await givenRegistered()
    await upload(stay(person))
    const jobId = await start()
    await ended(jobId)
    await decide(person, 3)
    expect(await ended(await undo(jobId))).toMatchObject({
      changed: 0,
      failures: [{ why: 'Changed since then' }],
    })
    expect(await standing()).toEqual([[3, 'nothing']])
  })
})

test('a job that is stopped in the middle keeps what it has credited, and the others are proposed again', async () => {
  const people = await Promise.all(Array.from({ length: 60 }, givenRegistered))
  await upload(...people.map((person) => stay(person)))
  const { jobId } = await startWithoutJob()
  await app.write((work) => runBulkJob({ ...work, addJobs: async () => undefined }, { bulkJobId: jobId }))
  await app.call(stopBulkJob, { params: { jobId } }, administrator)
  await ended(jobId)
  const nexts = Map.groupBy(await standing(), ([hours, next]) => `${hours} ${next}`)
  expect([nexts.get('4 nothing')?.length, nexts.get('0 write')?.length]).toEqual([50, 10])
})

test('the same minutes at two events are credited once, also if both were counted before', async () => {
  const person = await givenRegistered()
  await upload(stay(person))
  const [first] = await findingIds()
  await givenHeldEvent()
  const registrationId = await givenRegistration(app, person, event, { by: administrator })
  await upload(stay(person))
  const [second] = await findingIds()
  const credit = { hours: 4, source: 'attendance' } as const
  const outcomes = await write(app.services, administrator, (work) =>
    creditAll(work, [{ ...credit, registrationId: person.registrationId, findingId: first }]).then(
      async (credited) => [
        ...credited,
        ...(await creditAll(work, [{ ...credit, registrationId, findingId: second }])),
      ],
    ),
  )
  expect(outcomes).toEqual([expect.objectContaining({ before: 0 }), 'CREDIT_ELSEWHERE'])
  await app.untilJobsAreDone()
  expect(await standing()).toEqual([[0, 'overlap']])
})

test('an undo gives back the time of the hours before, which no other event is credited for', async () => {
  const person = await givenRegistered()
  await upload(stay(person, '08:00', '10:00'))
  await ended(await start())
  await setReportsAside(app, slot)
  await upload(stay(person, '09:00', '12:00'))
  const later = await start()
  await ended(later)
  expect(await standing()).toEqual([[3, 'nothing']])
  await ended(await undo(later))
  expect(await standing()).toEqual([[2, 'nothing']])
  await givenHeldEvent()
  await givenRegistration(app, person, event, { by: administrator })
  await upload(stay(person, '08:00', '09:00'))
  expect(await standing()).toEqual([[0, 'overlap']])
})

describe('hours of a rule that are credited at another event by now', () => {
  let first: { registrationId: number }
  let person: Awaited<ReturnType<typeof givenRegistered>>
  let second: number
  /** Credits the first event by the rule, takes its time by an act, and lets the rule credit the same time at the second. */
  beforeEach(async () => {
    person = await givenRegistered()
    first = { registrationId: person.registrationId }
    await upload(stay(person))
    await ended(await start())
  })
  const creditSecond = async () => {
    await givenHeldEvent()
    second = await givenRegistration(app, person, event, { by: administrator })
    await upload(stay(person))
    await ended(await start())
    expect(await standing()).toEqual([[4, 'nothing']])
  }
  const namedOf = async () =>
    (await historyOf(app, administrator, { registrationId: second })).filter(
      ({ activity }) => activity === 'overlap-named',
    )

  test('are not given back by a release', async () => {
    await decide(person, 0)
    await creditSecond()
    const body = { ...first, reason: 'Test' }
    const { failure } = await app.send(releaseHours, body, administrator)
    expect(failure?.code).toBe('CREDIT_ELSEWHERE')
    await decide({ ...person, registrationId: second }, 0)
    expect((await app.dataOf(releaseHours, { body }, administrator)).hours).toBe(4)
  })

  test('are named at once when their registration is restored', async () => {
    await app.send(deleteRegistration, { ...first, reason: 'Test' }, administrator)
    await creditSecond()
    await app.send(restoreRegistration, first, administrator)
    await app.untilJobsAreDone()
    expect(await namedOf()).toHaveLength(1)
  })

  test('are named at once when what took them away is undone', async () => {
    const { jobId } = await app.dataOf(
      startBulkJob,
      {
        body: {
          action: { kind: 'credit', hours: 0, reason: 'Test' },
          registrations: { ids: [first.registrationId] },
        },
      },
      administrator,
    )
    await ended(jobId)
    await creditSecond()
    await ended(await undo(jobId))
    expect(await namedOf()).toHaveLength(1)
  })
})

test('two administrators at once credit everybody once', async () => {
  const [one, other] = [await givenRegistered(), await givenRegistered()]
  await upload(stay(one), stay(other, '10:00'))
  const seen = await findingIds()
  const answers = await atOnce(2, () => app.send(startBulkJob, body(seen), administrator))
  // One may have credited everybody before the other begins.
  const refusals = answers.flatMap(({ failure }) => failure?.code ?? [])
  expect(['', 'NOTHING_TO_DO']).toContain(refusals.join())
  const jobs = answers.flatMap((answer) => (answer.failure ? [] : answer.data.jobId))
  const changed = await Promise.all(jobs.map(async (jobId) => (await ended(jobId)).changed))
  expect(changed.reduce((sum, each) => sum + each)).toBe(2)
  for (const person of [one, other]) expect(await ledgerOf(person)).toHaveLength(1)
})

test('an anomaly holds up the slot until somebody sets it aside', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, givenRegistered))
  await upload(
    ...people.flatMap((person) => [stay(person, '08:00', '09:18'), stay(person, '09:24', '12:00')]),
  )
  for (const call of [previewBulkJob, startBulkJob]) {
    const { failure } = await app.send(call, body(), administrator)
    expect(failure?.code).toBe('SLOT_HELD_UP')
  }
  const { waits } = await app.dataOf(getSlotFindings, { query: { eventSlotId: slot } }, administrator)
  await app.services.db
    .insertInto('attendanceDecisions')
    .values({ eventSlotId: slot, act: 'set-aside', subject: waits[0]?.subject ?? '', reason: 'A break' })
    .execute()
  await app.write(({ addJobs }) => addJobs('count-hours', [{ eventSlotId: slot }]))
  await app.untilJobsAreDone()
  expect(await ended(await start())).toMatchObject({ changed: 6 })
})

test('a role that only reads cannot preview or start it', async () => {
  const reader = await givenAdministrator(app, 'reader@example.com', 'viewer')
  for (const call of [previewBulkJob, startBulkJob]) {
    await expectRefusal(app.send(call, body(), reader), 'NOT_PERMITTED')
  }
})

const changed = 'Their hours have changed since the preview'

/** Begins with another event, held in the previous week. */
async function givenHeldEvent() {
  event = await givenEvent(app)
  slot = event.slotIds[0]
  await app.update(
    'eventSlots',
    { startOn: on, endOn: on, startTime: '08:00', endTime: '12:00' },
    { eventSlotId: slot },
  )
  await noPollsAsked(app, slot, on)
}

type Registered = Person & { registrationId: number }

async function givenRegistered(): Promise<Registered> {
  const person = await givenPersonUnmailed(app)
  return { ...person, registrationId: await givenRegistration(app, person, event, { by: administrator }) }
}

function stay({ email }: Person, from: PlainTime = '08:00', to: PlainTime = '12:00') {
  return `Yes,Pat,${email},${on} ${from},${on} ${to}`
}

async function upload(...rows: string[]) {
  const csv = ['Attended,User Name,Email,Join Time,Leave Time', ...rows].join('\n')
  const { status } = await uploadAttendanceFile(app, csv, { eventSlotId: slot, by: administrator })
  expect(status).toBe(200)
  await app.untilJobsAreDone()
}

function body(findingIds?: number[]) {
  const action: BulkAction = { kind: 'credit-found', eventSlotId: slot, findingIds }
  return { action, registrations: { filter: {} } }
}

async function preview() {
  return (await app.dataOf(previewBulkJob, { body: body() }, administrator)).people
}

async function findingIds() {
  return (await preview()).flatMap(({ findingId }) => findingId ?? [])
}

function verdictsOf(people: { verdict: string }[]) {
  return people.map(({ verdict }) => verdict)
}

async function start(seen?: number[]) {
  return (await app.dataOf(startBulkJob, { body: body(seen) }, administrator)).jobId
}

/** Starts a bulk job without its queue job. */
function startWithoutJob() {
  const { action, registrations } = body()
  return write(app.services, administrator, (work) =>
    bulkJobs.startBulkJob({ ...work, addJobs: async () => undefined }, action, registrations),
  )
}

async function undo(jobId: string) {
  const given = { params: { jobId }, body: { reason: 'Wrong slot' } }
  return (await app.dataOf(undoBulkJob, given, administrator)).jobId
}

/** Returns a job once it and everything after it is done. */
async function ended(jobId: string) {
  const progress = () => app.dataOf(getBulkJob, { params: { jobId } }, administrator)
  await until(async () => (await progress()).state === 'done')
  await app.untilJobsAreDone()
  return progress()
}

async function outcomes(jobId: string) {
  const { results } = await app.dataOf(getBulkResults, { params: { jobId } }, administrator)
  return new Map(results.map(({ email, outcome }) => [email, outcome]))
}

async function decide({ registrationId }: Registered, hours: number) {
  const { status } = await app.send(generateCertificate, byHand({ registrationId, hours }), administrator)
  expect(status).toBe(200)
}

/** Returns the standing hours and what follows, in the registrations' order. */
async function standing(): Promise<[number, string][]> {
  const { people } = await app.dataOf(getSlotFindings, { query: { eventSlotId: slot } }, administrator)
  return people
    .toSorted((one, other) => one.registrationId - other.registrationId)
    .map(({ hours, next }) => [hours, next])
}

async function ledgerOf({ registrationId }: Registered) {
  const rows = await app.query(
    `select concat_ws(' ', source, minutes / 60, 'by ' || rule_version) as row
     from credits where registration_id = $1 order by credit_id`,
    [registrationId],
  )
  return rows.map(({ row }) => row)
}

function job(jobId: string) {
  return app.dataOf(getBulkJob, { params: { jobId } }, administrator)
}

/** Returns how many people of an undone job were given back, or the refusal. */
async function giveBack(jobId: string, reason = 'The job was right') {
  const answer = await app.call(giveBackBulkJob, { params: { jobId }, body: { reason } }, administrator)
  return answer.failure?.code ?? answer.data.given
}
