import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import { givenMail } from '#test/given.ts'
import { jobsOf, loseJobs } from '#test/queue.ts'
import type { SmtpReceiver } from '#test/receivers.ts'
import { startSmtpReceiver } from '#test/receivers.ts'
import { openSendMail, sweepMails } from './jobs.ts'

/** Two portals on one database; their jobs wait until a test runs them. The mail server of `one` can stop answering. */
let one: TestApp
let other: TestApp
/** A third one, with the built-in mailbox. */
let kept: TestApp
let silent: SmtpReceiver
let receiver: SmtpReceiver
const logLines: string[] = []
const running: Promise<void>[] = []
beforeAll(async () => {
  silent = await startSmtpReceiver()
  receiver = await startSmtpReceiver()
  const environment = { MAIL_URL: silent.url, LOG_LEVEL: 'info' }
  one = await startApp({ works: false, environment, logLines })
  other = await startApp({ sharing: one, works: false, environment: { MAIL_URL: receiver.url } })
  kept = await startApp({ sharing: one, works: false })
})
afterEach(async () => {
  silent.refuse('recipient', undefined)
  for (const smtp of [silent, receiver]) {
    smtp.fallSilent(undefined)
    smtp.answer()
  }
  await Promise.allSettled(running.splice(0))
  for (const smtp of [silent, receiver]) {
    smtp.hangUp()
    smtp.mails.splice(0)
  }
  await one.query('delete from mails')
  await forgetJobs()
})
afterAll(async () => {
  await kept.close()
  await other.close()
  await one.close()
  await silent.close()
  await receiver.close()
})

test('sending mails holds no open transaction and no connection', async () => {
  silent.fallSilent('mail')
  for (let mails = 1; mails <= 10; mails++) void send(one, await givenMail(one))
  await until(async () => silent.owed() === 10)
  const { pool } = one.services
  expect([pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0])
  const rows = await other.query(
    `select state from pg_stat_activity
     where datname = current_database() and application_name = 'portal' and state like 'idle in transaction%'`,
  )
  expect(rows).toEqual([])
  silent.answer()
  await until(async () => (await statuses()).every((status) => status === 'sent'))
})

describe('when a sending process', () => {
  test('ends before the mail can leave, another process sends it after the lease expires', async () => {
    silent.fallSilent('greeting')
    const mailId = await givenMail(one)
    void send(one, mailId)
    await until(async () => silent.owed() === 1)
    await send(other, mailId)
    expect([await statuses(), receiver.mails.length]).toEqual([['sending'], 0])
    await forgetJobs()
    await claimsRunOut()
    await sweepMails(other.services)
    expect(await jobs()).toEqual([mailId])
    await send(other, mailId)
    expect([await statuses(), await problems(), receiver.mails.length]).toEqual([['sent'], [null], 1])
  })

  test.each(['greeting', 'mail'] as const)(
    'is only slow before the mail leaves, another process takes it and waits for the %s',
    async (at) => {
      silent.fallSilent('greeting')
      const mailId = await givenMail(one)
      const sending = send(one, mailId)
      await until(async () => silent.owed() === 1)
      await claimsRunOut()
      receiver.fallSilent(at)
      const sendingToo = send(other, mailId)
      await until(async () => receiver.owed() === 1)
      silent.answer()
      await sending
      expect([await statuses(), silent.mails.length]).toEqual([['sending'], 0])
      receiver.answer()
      await sendingToo
      expect([await statuses(), await problems(), receiver.mails.length]).toEqual([['sent'], [null], 1])
    },
  )

  test('ends while the mail leaves, the mail is unknown and not sent again at once', async () => {
    silent.fallSilent('mail')
    const mailId = await givenMail(one)
    void send(one, mailId)
    await until(async () => silent.owed() === 1)
    await forgetJobs()
    await sweepMails(other.services)
    expect(await statuses()).toEqual(['sending'])
    await claimsRunOut()
    await send(other, mailId)
    await sweepMails(other.services)
    await sweepMails(other.services)
    await send(other, mailId)
    expect([await statuses(), await jobs(), receiver.mails.length]).toEqual([['unknown'], [], 0])
    expect(await problems()).toEqual(['The portal ended before the answer came'])
  })

  test('is only slow while the mail leaves, it records what it knows, however late', async () => {
    silent.fallSilent('mail')
    const mailId = await givenMail(one)
    const sending = send(one, mailId)
    await until(async () => silent.owed() === 1)
    await claimsRunOut()
    await sweepMails(other.services)
    expect(await statuses()).toEqual(['unknown'])
    silent.answer()
    await sending
    expect(await statuses()).toEqual(['sent'])
  })
})

test.each([
  [false, 'sent'],
  [true, 'unknown'],
])('a lease from a clock that was a day ahead has expired; leaving: %s', async (isLeaving, expected) => {
  const mailId = await givenMail(one)
  await one.query(
    `update mails set status = 'sending', is_leaving = ${isLeaving}, leased_until = now() + interval '1 day'`,
  )
  await sweepMails(other.services)
  await send(other, mailId)
  expect(await statuses()).toEqual([expected])
})

test('a sweep finds the one mail without a job among thousands that wait, before PostgreSQL has counted them', async () => {
  await one.query('analyze')
  const waiting = await one.query(
    `insert into mails (cause, to_address, subject, html, text, is_secret)
     select 'waiting:' || number, 'pat@example.com', 'Hi', '', '', false from generate_series(1, 8000) number
     returning mail_id as "mailId"`,
  )
  const { db, jobs: queue } = one.services
  const added = waiting.slice(1).map(({ mailId }) => ({ job: 'send-mail' as const, data: { mailId } }))
  await db.transaction().execute((tx) => queue.add(tx as never, added))
  const began = performance.now()
  await sweepMails(other.services)
  // Searching all jobs for each mail took 15 s for 6,000, as long as a statement may run.
  expect(performance.now() - began).toBeLessThan(5000)
  expect(await jobs()).toHaveLength(8000)
})

test('no statement that sends a mail looks through thousands that wait, though it was planned while none did', async () => {
  await one.query('vacuum analyze mails')
  for (let mails = 1; mails <= 40; mails++) await send(other, await givenMail(one))
  await one.query(
    `insert into mails (cause, to_address, subject, html, text, is_secret)
     select 'waiting:' || number, 'pat@example.com', 'Hi', '', '', false from generate_series(1, 8000) number`,
  )
  const mailId = await givenMail(one)
  const before = await readRows()
  await send(other, mailId)
  // PostgreSQL itself plans the check that an attempt has its mail, once per connection.
  const [sending, checking] = [100, 8100]
  expect((await readRows()) - before).toBeLessThan(sending + checking)
})

/** Returns how many rows of `mails` the statements of `other` have read. */
async function readRows() {
  const { pool } = other.services
  const flush = () => pool.query('select pg_stat_force_next_flush(), pg_sleep(0.1)')
  await Promise.all(Array.from({ length: pool.totalCount }, flush))
  const { rows } = await pool.query(
    "select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relname = 'mails'",
  )
  return rows[0].read
}

describe('a mail whose answer is lost', () => {
  test('is unknown, and not sent again at once', async () => {
    silent.fallSilent('mail')
    const mailId = await givenMail(one)
    const sending = send(one, mailId)
    await until(async () => silent.owed() === 1)
    silent.hangUp()
    await sending
    await forgetJobs()
    await sweepMails(other.services)
    await send(other, mailId)
    expect([await statuses(), await jobs(), receiver.mails.length]).toEqual([['unknown'], [], 0])
    expect(await problems()).toEqual([expect.stringContaining('lost')])
  })

  test.each(['by its process', 'by the sweep'])('is emptied when it is secret and settled %s', async (by) => {
    silent.fallSilent('mail')
    const sending = send(one, await givenMail(one, { isSecret: true }))
    await until(async () => silent.owed() === 1)
    if (by === 'by the sweep') {
      await claimsRunOut()
      await sweepMails(other.services)
    } else {
      silent.hangUp()
      await sending
    }
    expect(await one.query('select status, html || text as body from mails')).toEqual([
      { status: 'unknown', body: '' },
    ])
  })

  test('before it leaves is still sent', async () => {
    silent.fallSilent('greeting')
    const sending = send(one, await givenMail(one))
    await until(async () => silent.owed() === 1)
    silent.fallSilent(undefined)
    silent.hangUp()
    await sending
    expect(await statuses()).toEqual(['sent'])
  })
})

describe('mails of one moment', () => {
  test('are claimed in one statement, leave together, and are settled in one', async () => {
    for (let mails = 0; mails < 9; mails++) await givenMail(one)
    const sendOne = openSendMail(kept.services)
    const mailIds = (await one.query('select mail_id from mails')).map(({ mail_id }) => mail_id)
    await Promise.all(mailIds.map((mailId) => sendOne({ mailId }, { isLast: false })))
    expect(
      await one.query(`select count(*)::int as attempts, count(distinct mail_attempts.xmin::text)::int as writes, status, attempts as claims
        from mail_attempts join mails using (mail_id) group by status, mails.attempts`),
    ).toEqual([{ attempts: 9, writes: 1, status: 'sent', claims: 1 }])
  })

  test('are each sent once, even if two jobs name the same one', async () => {
    const mailId = await givenMail(one)
    const sendOne = openSendMail(other.services)
    await Promise.all([mailId, mailId].map((id) => sendOne({ mailId: id }, { isLast: false })))
    expect([await statuses(), await problems(), receiver.mails.length]).toEqual([['sent'], [null], 1])
  })

  test('leave without the one that another process has claimed since', async () => {
    silent.fallSilent('greeting')
    const mailIds = [await givenMail(one), await givenMail(one), await givenMail(one)]
    const sendOne = openSendMail(one.services)
    const sending = mailIds.map((mailId) => sendOne({ mailId }, { isLast: false }))
    await until(async () => silent.owed() === 3)
    await one.query(
      `update mails set leased_until = now() - interval '1 second' where mail_id = ${mailIds[1]}`,
    )
    await send(other, mailIds[1] as number)
    silent.answer()
    await Promise.all(sending)
    expect([await statuses(), silent.mails.length, receiver.mails.length]).toEqual([
      ['sent', 'sent', 'sent'],
      2,
      1,
    ])
    expect(await problems()).toEqual([null, null, null])
  })
})

test('the sweep adds a job only for waiting mails without one, urgent mails first', async () => {
  const withJob = await givenMail(one)
  const sent = await givenMail(one)
  await send(other, sent)
  const [plain, urgent] = [await givenMail(one), await givenMail(one, { isUrgent: true })]
  await loseJobs(one, 'send-mail', { except: { mailId: withJob } })
  await sweepMails(other.services)
  await sweepMails(other.services)
  expect(await jobs()).toEqual([urgent, withJob, plain])
})

test('a failed mail logs one line without a stack', async () => {
  silent.refuse('recipient', 451)
  const mailId = await givenMail(one)
  logLines.splice(0)
  await expect(send(one, mailId)).rejects.toThrow('451')
  expect(logLines).toHaveLength(1)
  const line = JSON.parse(logLines[0] ?? '')
  expect(line).toMatchObject({
    level: 'warn',
    mailId,
    mailStatus: 'failed',
    problem: expect.stringContaining('451'),
  })
  expect(logLines[0]).not.toContain('.ts:')
})

function send(app: TestApp, mailId: number) {
  const sending = openSendMail(app.services)({ mailId }, { isLast: false })
  running.push(sending)
  return sending
}

const claimsRunOut = () => one.query("update mails set leased_until = now() - interval '1 second'")
const forgetJobs = () => loseJobs(one)
const statuses = async () => (await one.query('select status from mails')).map(({ status }) => status)
const problems = async () =>
  (await one.query('select problem from mail_attempts')).map(({ problem }) => problem)
const jobs = async () =>
  (await jobsOf(one, 'send-mail')).filter(({ isOpen }) => isOpen).map(({ data }) => data.mailId)
