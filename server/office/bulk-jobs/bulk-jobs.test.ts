import { beforeEach, describe, expect, test } from 'vitest'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import type { BulkAction } from '#contract/office/bulk-jobs/calls.ts'
import {
  getBulkJob,
  getBulkJobs,
  getBulkResults,
  previewBulkJob,
  sendCertificatesInBulk,
  startBulkJob,
  stopBulkJob,
} from '#contract/office/bulk-jobs/calls.ts'
import { previewUndo, undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { deleteRegistration } from '#contract/registrations/registrations/changes.ts'
import { write } from '#server/work.ts'
import { atOnce, until } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  byHand,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import * as bulkJobs from './bulk-jobs.ts'
import { runBulkJob, sweepBulkJobs } from './jobs.ts'

/** Two processes of one portal: one starts jobs, and the other runs them. */
let event: EventWithSlots
let people: Person[]
let ids: number[]
const app = preparedApp({ works: false })
const worker = preparedApp({ sharing: app })
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  event = await givenEvent(app)
  people = await atOnce(4, () => givenPersonUnmailed(app))
  ids = []
  for (const person of people) ids.push(await givenRegistration(app, person, event))
})

const eight: BulkAction = { kind: 'credit', hours: 8, reason: 'Signed the list', includesEarly: true }

describe('the preview of a bulk job gives each person a verdict', () => {
  const cases: [string, () => Promise<BulkAction>, string[]][] = [
    [
      'on crediting before the event is over',
      async () => ({ kind: 'credit', hours: 6 }),
      ['EVENT_NOT_OVER', 'EVENT_NOT_OVER', 'EVENT_NOT_OVER', 'EVENT_NOT_OVER'],
    ],
    ['on crediting', async () => eight, ['unchanged', 'PROFILE_INCOMPLETE', 'changes', 'changes']],
    [
      'on withdrawing',
      async () => ({ kind: 'credit', hours: 0 }),
      ['changes', 'unchanged', 'unchanged', 'unchanged'],
    ],
    [
      'on mailing',
      async () => ({ kind: 'mail-certificates', onlyUnsent: false }),
      ['changes', 'CERTIFICATE_MISSING', 'CERTIFICATE_MISSING', 'CERTIFICATE_MISSING'],
    ],
    ['on moving', async () => moving(), ['CERTIFICATE_ISSUED', 'PROFILE_INCOMPLETE', 'changes', 'changes']],
    [
      'on moving to another event',
      async () => {
        const { eventId, slotIds, focusId } = await givenEvent(app)
        return { kind: 'move', eventId, eventSlotId: slotIds[0], focusId }
      },
      ['SLOT_NOT_FOUND', 'SLOT_NOT_FOUND', 'SLOT_NOT_FOUND', 'SLOT_NOT_FOUND'],
    ],
    ['on deleting', async () => ({ kind: 'delete' }), ['changes', 'changes', 'changes', 'changes']],
  ]
  test.each(cases)('%s', async (_, action, verdicts) => {
    await credit(0, 8)
    await app.update('users', { zip: '' }, { userId: people[1]?.userId ?? '' })
    const body = { action: await action(), registrations: { ids } }
    const preview = await app.dataOf(previewBulkJob, { body }, administrator)
    expect(preview.people.map(({ verdict }) => verdict)).toEqual(verdicts)
    const facts = { eventName: event.eventName, hours: 8, hoursAfter: null }
    expect(preview.people[0]).toMatchObject({ email: people[0]?.email, ...facts, hasCertificate: true })
  })

  test('for everybody that a filter matches', async () => {
    const filter = { eventSlotId: event.slotIds[0], search: people[2]?.email }
    const body = { action: eight, registrations: { filter } }
    const preview = await app.dataOf(previewBulkJob, { body }, administrator)
    expect(preview.people.map(({ registrationId }) => registrationId)).toEqual([ids[2]])
  })

  test('but not for a slot that the event does not have', async () => {
    const action = { ...moving(), focusId: 1 }
    const body = { action, registrations: { ids } }
    const { failure } = await app.send(previewBulkJob, body, administrator)
    expect(failure?.code).toBe('SLOT_NOT_FOUND')
  })
})

describe('a bulk job', () => {
  test('credits hours, issues the certificates and records a result for each person', async () => {
    await credit(0, 8)
    const { jobId, total } = await start(eight, ids)
    expect(total).toBe(4)
    const job = await ended(jobId)
    expect(job).toMatchObject({ kind: 'credit', state: 'done', done: 4, total: 4, changed: 3, failures: [] })
    await worker.untilJobsAreDone()
    expect((await progressOf(jobId)).certificates).toEqual({ issued: 3, total: 3 })
    expect(await outcomes(jobId)).toEqual(['unchanged', 'done', 'done', 'done'])
    expect((await rows()).map(({ hours }) => hours)).toEqual([8, 8, 8, 8])
  })

  test('moves registrations, and reports whom it could not move and why', async () => {
    await credit(0, 8)
    const { jobId } = await start(moving(), ids)
    const job = await ended(jobId)
    expect(job.failures).toEqual([
      { who: "Pat O'Brien", why: 'This registration has a certificate. Withdraw it first.' },
    ])
    expect((await rows()).map(({ eventSlotId }) => eventSlotId)).toEqual([
      event.slotIds[0],
      event.slotIds[1],
      event.slotIds[1],
      event.slotIds[1],
    ])
  })

  test('mails certificates, each once, or only the unsent ones on request', async () => {
    await credit(0, 8)
    await credit(1, 4)
    const first = await start({ kind: 'mail-certificates', onlyUnsent: true }, ids.slice(0, 1))
    await ended(first.jobId)
    const queued = async (force: boolean) => {
      const body = { eventSlotId: event.slotIds[0], force }
      return await app.dataOf(sendCertificatesInBulk, { body }, administrator)
    }
    const unsent = await queued(true)
    expect(unsent.queued).toBe(1)
    await ended(unsent.jobId as string)
    expect((await queued(true)).queued).toBe(0)
    const again = await queued(false)
    expect(again.queued).toBe(2)
    await ended(again.jobId as string)
    await worker.untilJobsAreDone()
    expect(await mailsPerPerson('Your certificate%')).toEqual([2, 2, 0, 0])
  })

  test('deletes registrations', async () => {
    const { jobId } = await start({ kind: 'delete', reason: 'Cleared' }, ids)
    expect((await ended(jobId)).changed).toBe(4)
    expect(await rows()).toEqual([])
  })

  test('is refused if there is nothing to do for anybody', async () => {
    const body = { action: { kind: 'credit', hours: 0 } as const, registrations: { ids } }
    const { failure } = await app.send(startBulkJob, body, administrator)
    expect(failure?.code).toBe('NOTHING_TO_DO')
  })

  test('is listed with the administrator who started it', async () => {
    const { jobId } = await start(eight, ids)
    const { jobs } = await app.dataOf(getBulkJobs, {}, administrator)
    expect(jobs.find((job) => job.jobId === jobId)).toMatchObject({ askedBy: 'Portal Administrator' })
  })
})

describe('a bulk job under adverse conditions', () => {
  test('changes nobody twice if a portion runs again, even at the same time in another process', async () => {
    const { jobId } = await start(eight, ids)
    await Promise.all(
      [app, worker, app, worker].map(({ services }) =>
        write(services, undefined, (work) => runBulkJob(work, { bulkJobId: jobId })),
      ),
    )
    await ended(jobId)
    const rows = await app.query(
      'select count(*) from credits where registration_id = any($1) group by registration_id',
      [ids],
    )
    expect(rows.map(({ count }) => count)).toEqual([1, 1, 1, 1])
  })

  test('is found by the sweep if its queue job is lost', async () => {
    const { jobId } = await startWithoutJob()
    await app.write(sweepBulkJobs)
    expect((await ended(jobId)).changed).toBe(4)
  })

  test('can be stopped: the remaining changes are skipped and reported as stopped', async () => {
    const { jobId } = await startWithoutJob()
    await app.call(stopBulkJob, { params: { jobId } }, administrator)
    expect(await progressOf(jobId)).toMatchObject({ state: 'done', isStopped: true, changed: 0, done: 4 })
    expect(await outcomes(jobId)).toEqual(['stopped', 'stopped', 'stopped', 'stopped'])
    await app.write((work) => runBulkJob(work, { bulkJobId: jobId }))
    expect((await rows()).map(({ hours }) => hours)).toEqual([0, 0, 0, 0])
  })

  test('reports a registration that was deleted after the start, and changes the others', async () => {
    const { jobId } = await startWithoutJob()
    const body = { registrationId: ids[1] as number }
    await app.send(deleteRegistration, body, administrator)
    await app.write(sweepBulkJobs)
    expect(await ended(jobId)).toMatchObject({
      changed: 3,
      failures: [{ who: "Pat O'Brien", why: 'Not registered anymore' }],
    })
  })
})

describe('undoing a bulk job', () => {
  test('restores hours', async () => {
    await credit(0, 4)
    const { jobId } = await start(eight, ids)
    await ended(jobId)
    const undone = await undo(jobId)
    expect(await ended(undone)).toMatchObject({ changed: 4, undoes: jobId, canUndo: true })
    expect((await rows()).map(({ hours }) => hours)).toEqual([4, 0, 0, 0])
    expect(await progressOf(jobId)).toMatchObject({ undoneBy: undone, canUndo: false })
  })

  test('restores moved registrations', async () => {
    const { jobId } = await start(moving(), ids)
    await ended(jobId)
    await ended(await undo(jobId))
    expect(new Set((await rows()).map(({ eventSlotId }) => eventSlotId))).toEqual(new Set([event.slotIds[0]]))
  })

  test('restores deleted registrations', async () => {
    const { jobId } = await start({ kind: 'delete' }, ids)
    await ended(jobId)
    await ended(await undo(jobId))
    expect(await rows()).toHaveLength(4)
  })

  test('for a reason, and not without one', async () => {
    const { jobId } = await start(eight, ids)
    await ended(jobId)
    const body = { reason: ' ' }
    const refused = await app.call(undoBulkJob, { params: { jobId }, body }, administrator)
    expect(refused.failure?.fields).toEqual({ reason: 'Enter a reason' })
    expect((await ended(await undo(jobId))).reason).toBe('Wrong list')
    const rows = await app.query(
      'select distinct on (registration_id) reason from credits where registration_id = any($1) order by registration_id, credit_id desc',
      [ids],
    )
    expect(rows).toEqual(ids.map(() => ({ reason: 'Wrong list' })))
  })

  test('of hours can itself be undone, which issues the certificates again', async () => {
    await credit(0, 4)
    const { jobId } = await start(eight, ids)
    await ended(jobId)
    const first = await undo(jobId)
    expect(await ended(first)).toMatchObject({ canUndo: true })
    const second = await undo(first)
    expect(await ended(second)).toMatchObject({ changed: 4, undoes: first, canUndo: true })
    expect((await rows()).map(({ hours }) => hours)).toEqual([8, 8, 8, 8])
    await worker.untilJobsAreDone()
    expect((await rows()).every(({ certificateLink }) => certificateLink !== null)).toBe(true)
    await ended(await undo(second))
    expect((await rows()).map(({ hours }) => hours)).toEqual([4, 0, 0, 0])
  })

  test('of a move cannot itself be undone', async () => {
    const { jobId } = await start(moving(), ids)
    await ended(jobId)
    const undone = await undo(jobId)
    expect(await ended(undone)).toMatchObject({ canUndo: false })
    const { failure } = await previewOf(undone)
    expect(failure?.code).toBe('NOT_UNDOABLE')
  })

  test('leaves out people who were changed again afterwards', async () => {
    const { jobId } = await start(eight, ids)
    await ended(jobId)
    await credit(3, 5)
    const job = await ended(await undo(jobId))
    expect(job).toMatchObject({ changed: 3, failures: [{ why: 'Changed since then' }] })
    expect((await rows()).map(({ hours }) => hours)).toEqual([0, 0, 0, 5])
  })

  test('happens once, however many ask at once', async () => {
    const { jobId } = await start(eight, ids)
    await ended(jobId)
    const answers = await Promise.all(
      [app, worker, app].map((each) =>
        each.call(undoBulkJob, { params: { jobId }, body: { reason: 'Wrong list' } }, administrator.token),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

function moving() {
  const { eventId, focusId } = event
  return { kind: 'move', eventId, focusId, eventSlotId: event.slotIds[1] } as const
}

async function credit(who: number, hours: number) {
  const body = { registrationId: ids[who] as number, hours }
  await app.send(generateCertificate, byHand(body), administrator)
}

async function start(action: BulkAction, registrationIds: number[]) {
  const body = { action, registrations: { ids: registrationIds } }
  return await app.dataOf(startBulkJob, { body }, administrator)
}

/** Starts a bulk job without its queue job. */
async function startWithoutJob() {
  return write(app.services, administrator, (work) =>
    bulkJobs.startBulkJob({ ...work, addJobs: async () => undefined }, eight, { ids }),
  )
}

async function undo(jobId: string) {
  const body = { reason: 'Wrong list' }
  return (await app.dataOf(undoBulkJob, { params: { jobId }, body }, administrator)).jobId
}

function previewOf(jobId: string) {
  return app.call(previewUndo, { params: { jobId } }, administrator)
}

function progressOf(jobId: string) {
  return app.dataOf(getBulkJob, { params: { jobId } }, administrator)
}

async function ended(jobId: string) {
  await until(async () => (await progressOf(jobId)).state === 'done')
  return progressOf(jobId)
}

async function outcomes(jobId: string) {
  const { results } = await app.dataOf(getBulkResults, { params: { jobId } }, administrator)
  return results.map(({ outcome }) => outcome)
}

/** Returns the registrations of this test's event, in order. */
async function rows() {
  const query = { sort: 'registrationId' } as const
  const { registrations } = await app.dataOf(getAllRegisteredUsers, { query }, administrator)
  return registrations.filter(({ eventId }) => eventId === event.eventId)
}

async function mailsPerPerson(subject: string) {
  return Promise.all(
    people.map(async ({ email }) => {
      const rows = await app.query('select count(*) from mails where to_address = $1 and subject like $2', [
        email,
        subject,
      ])
      return rows[0].count
    }),
  )
}
