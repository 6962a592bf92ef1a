import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import { urlOf } from '#test/database.ts'
import { startServer } from '#test/e2e/portal.ts'
import { givenMail } from '#test/given.ts'
import { ageRunningJobs, hurryJobs } from '#test/queue.ts'
import type { SmtpReceiver } from '#test/receivers.ts'
import { startSmtpReceiver } from '#test/receivers.ts'

/** Two portals on one database. `stopped` is a separate process; `other` starts once `stopped` is paused. */
let database: TestApp
let stopped: ChildProcess
let other: TestApp | undefined
/** The mail servers of the stopped portal and of the other one. */
let silent: SmtpReceiver
let receiver: SmtpReceiver
beforeEach(async () => {
  silent = await startSmtpReceiver()
  receiver = await startSmtpReceiver()
  database = await startApp({ works: false })
  stopped = await startServer({
    PORT: '0',
    DATABASE_URL: urlOf(database.connection),
    DEMO: 'off',
    MAIL_URL: silent.url,
  })
})
afterEach(async () => {
  const gone = once(stopped, 'exit')
  if (stopped.kill('SIGKILL')) await gone
  await other?.close()
  await database.close()
  await receiver.close()
  await silent.close()
})

test('a mail whose portal is stopped before the mail server greets it is sent once, by another portal only', async () => {
  silent.fallSilent('greeting')
  await givenMail(database)
  await until(async () => silent.owed() === 1)
  await goOnWithoutIt()
  await until(async () => {
    await hurryJobs(database)
    return receiver.mails.length === 1
  })
  stopped.kill('SIGCONT')
  silent.answer()
  await other?.untilJobsAreDone()
  expect([receiver.mails.length, silent.mails.length]).toEqual([1, 0])
  expect(await statuses()).toEqual(['sent'])
})

/** Pauses the portal until the queue considers it dead. */
async function goOnWithoutIt() {
  stopped.kill('SIGSTOP')
  other = await startApp({ sharing: database, environment: { MAIL_URL: receiver.url } })
  await ageRunningJobs(database)
  await database.query("update mails set leased_until = leased_until - interval '1 hour'")
}

async function statuses() {
  return (await database.query('select status from mails')).map(({ status }) => status)
}
