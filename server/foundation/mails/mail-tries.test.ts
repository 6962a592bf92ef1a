import { afterEach, describe, expect, test } from 'vitest'
import type { Input } from '#contract/core/endpoint.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getMails } from '#contract/foundation/mails/calls.ts'
import { getMailFailures, getMailFlow, tryMailsAgain } from '#contract/foundation/mails/tries.ts'
import { expectRefusal } from '#test/app.ts'
import { givenMail, preparedAdministrator, preparedApp } from '#test/given.ts'
import { exhaustJobs, jobsOf, loseJobs } from '#test/queue.ts'
import type { NewMail } from './mails.ts'

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
afterEach(async () => {
  await app.query('delete from mails')
  await loseJobs(app)
})

describe('a retry', () => {
  test('queues the mail at once with all its attempts, replaces the waiting job, and appears in the history', async () => {
    const mailId = await givenTriedMail({ status: 'failed', problem: '451 not now' })
    await exhaustJobs(app)
    expect((await tryAgain({ mailIds: [mailId] })).data).toEqual({ tried: 1 })
    expect(await app.query('select status from mails')).toEqual([{ status: 'queued' }])
    const jobs = await jobsOf(app, 'send-mail')
    expect(jobs).toMatchObject([{ data: { mailId }, retries: 0 }])
    expect(jobs[0]?.dueInSeconds).toBeLessThanOrEqual(0)
    const { activities } = await app.dataOf(getActivities, { query: {} }, administrator)
    expect(activities[0]).toMatchObject({
      activity: 'mails-tried-again',
      item: '1 email',
      actedBy: { userId: administrator.userId },
    })
  })

  test.each([
    ['was given up is possible', { status: 'given-up' }, true],
    ['failed temporarily is possible', { status: 'failed' }, true],
    ['was sent is refused', { status: 'sent' }, false],
    ['is waiting is refused', { status: 'queued' }, false],
    ['contains an expired code is refused', { status: 'failed', isSecret: true }, false],
    ['has expired is refused', { status: 'given-up', expiresAt: new Date('2026-01-01T00:00:00Z') }, false],
  ] as const)('of a mail that %s', async (_, given, isRetriable) => {
    const mailId = await givenTriedMail(given)
    const { mails } = await app.dataOf(getMails, { query: {} }, administrator)
    expect(mails.map((mail) => mail.isRetriable)).toEqual([isRetriable])
    const { failure } = await tryAgain({ mailIds: [mailId] })
    expect(failure?.code).toBe(isRetriable ? undefined : 'NOTHING_TO_DO')
  })

  test('of a mail that may have arrived needs a confirmation, because it may arrive twice', async () => {
    const mailIds = [
      await givenTriedMail({ status: 'unknown' }),
      await givenTriedMail({ status: 'given-up' }),
    ]
    await expectRefusal(tryAgain({ mailIds }), 'MAY_ARRIVE_TWICE')
    expect(await app.query('select distinct status from mails order by 1')).toEqual([
      { status: 'given-up' },
      { status: 'unknown' },
    ])
    expect((await tryAgain({ mailIds }, true)).data).toEqual({ tried: 2 })
  })

  test('covers all mails that failed for one reason, whoever they are to', async () => {
    for (const to of ['pat@example.com', 'sam@example.org']) {
      await givenTriedMail({ status: 'given-up', to, problem: `550 <${to}>: relaying denied` })
    }
    await givenTriedMail({ status: 'unknown', problem: 'The answer was lost' })
    await givenTriedMail({ status: 'sent', problem: '550 <pat@example.com>: relaying denied' })
    const { failures } = await app.dataOf(getMailFailures, {}, administrator)
    expect(failures).toEqual([
      { reason: '550 <…>: relaying denied', mails: 2, perhapsSent: 0 },
      { reason: 'The answer was lost', mails: 1, perhapsSent: 1 },
    ])
    expect((await tryAgain({ reason: '550 <…>: relaying denied' })).data).toEqual({ tried: 2 })
    await expectRefusal(tryAgain({ reason: '550 <…>: relaying denied' }), 'NOTHING_TO_DO')
  })

  test('that two administrators request at once happens once', async () => {
    const mailId = await givenTriedMail({ status: 'given-up' })
    const answers = await Promise.all([tryAgain({ mailIds: [mailId] }), tryAgain({ mailIds: [mailId] })])
    expect(answers.map(({ failure }) => failure?.code ?? 'tried').sort()).toEqual(['NOTHING_TO_DO', 'tried'])
    expect(await jobsOf(app, 'send-mail')).toHaveLength(1)
  })
})

describe('a stop of all mails', () => {
  test('is reported after five minutes, with its start, the number of waiting mails and the last error', async () => {
    await givenTriedMail({ status: 'sent', sentAgo: 30 })
    await givenTriedMail({ status: 'failed', problem: '451 early', waitsAgo: 20 })
    await givenTriedMail({ status: 'failed', problem: '454 the newest', waitsAgo: 12 })
    await givenTriedMail({ status: 'queued', waitsAgo: 3 })
    const flow = await findFlow()
    expect(flow).toMatchObject({ waiting: 3, problem: '454 the newest' })
    expect(minutesSince(flow.stoppedSince)).toBe(20)
  })

  test('counts from the last mail that left', async () => {
    await givenTriedMail({ status: 'sent', sentAgo: 8 })
    await givenTriedMail({ status: 'queued', waitsAgo: 40 })
    expect(minutesSince((await findFlow()).stoppedSince)).toBe(8)
  })

  test.each([
    [
      'a mail left four minutes ago',
      [
        { status: 'sent', sentAgo: 4 },
        { status: 'failed', waitsAgo: 40 },
      ],
    ],
    [
      'mails have waited for only four minutes',
      [
        { status: 'sent', sentAgo: 90 },
        { status: 'queued', waitsAgo: 4 },
      ],
    ],
    [
      'no mail is waiting',
      [
        { status: 'sent', sentAgo: 90 },
        { status: 'given-up', waitsAgo: 40 },
      ],
    ],
  ] as const)('is not reported if %s', async (_, mails) => {
    for (const mail of mails) await givenTriedMail(mail)
    expect((await findFlow()).stoppedSince).toBeNull()
  })

  test('is not reported at once for an old mail that is retried now', async () => {
    const mailId = await givenTriedMail({ status: 'given-up', waitsAgo: 9000 })
    await tryAgain({ mailIds: [mailId] })
    expect(await findFlow()).toEqual({ waiting: 1, stoppedSince: null, problem: '' })
  })
})

interface Given extends Pick<NewMail, 'isSecret' | 'expiresAt'> {
  status: string
  to?: string
  problem?: string
  /** Minutes ago. */
  sentAgo?: number
  waitsAgo?: number
}

async function givenTriedMail({ status, problem, sentAgo, waitsAgo = 0, ...given }: Given) {
  const mailId = await givenMail(app, given)
  await app.query(
    `update mails set status = $2, waits_since = now() - $3 * interval '1 minute', sent_at = now() - $4 * interval '1 minute' where mail_id = $1`,
    [mailId, status, waitsAgo, sentAgo ?? null],
  )
  if (problem) {
    await app.query(
      'insert into mail_attempts (mail_id, attempted_at, problem) values ($1, clock_timestamp(), $2)',
      [mailId, problem],
    )
  }
  return mailId
}

type Which = Input<typeof tryMailsAgain>['body']['which']

function tryAgain(which: Which, mayArriveTwice = false) {
  return app.send(tryMailsAgain, { which, mayArriveTwice }, administrator)
}

function findFlow() {
  return app.dataOf(getMailFlow, {}, administrator)
}

function minutesSince(instant: Date | null) {
  return Math.floor((Date.now() - (instant?.getTime() ?? Number.NaN)) / 60_000)
}
