import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getMails } from '#contract/foundation/mails/calls.ts'
import { tryMailsAgain } from '#contract/foundation/mails/tries.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import { givenAdministrator, givenMail } from '#test/given.ts'
import { jobsOf, loseJobs } from '#test/queue.ts'
import type { HttpReceiver, SmtpReceiver } from '#test/receivers.ts'
import { startHttpReceiver, startSmtpReceiver } from '#test/receivers.ts'
import { openSendMail, sweepMails } from './jobs.ts'
import type { NewMail } from './mails.ts'

/** Three portals on one database; their jobs wait until a test runs them. */
let smtp: TestApp
let http: TestApp
let switchedOff: TestApp
let receiver: SmtpReceiver
let service: HttpReceiver
beforeAll(async () => {
  receiver = await startSmtpReceiver()
  service = await startHttpReceiver()
  smtp = await startApp({ works: false, environment: { MAIL_URL: receiver.url } })
  http = await startApp({ sharing: smtp, works: false, environment: { MAIL_URL: service.url } })
  switchedOff = await startApp({
    sharing: smtp,
    works: false,
    environment: { MAIL_URL: service.url, MAIL_SEND_UNKNOWN_AGAIN: 'off' },
  })
})
afterEach(async () => {
  service.answer(200)
  service.requests.splice(0)
  receiver.fallSilent(undefined)
  receiver.answer()
  receiver.mails.splice(0)
  await smtp.query('delete from mails')
  await loseJobs(smtp)
})
afterAll(async () => {
  for (const app of [switchedOff, http, smtp]) await app.close()
  await receiver.close()
  await service.close()
})

describe('a mail service that accepts a mail', () => {
  test.each([429, 500, 503])('and answers %i gets it again with the same id', async (status) => {
    service.answer(status)
    const mailId = await givenMail(smtp)
    await expect(attempt(http, mailId)).rejects.toThrow(String(status))
    service.answer(200)
    await attempt(http, mailId)
    const messageId = `<mail-${mailId}@localhost>`
    const ids = { messageId, key: messageId.slice(1, -1) }
    expect(service.requests).toMatchObject([ids, ids])
    expect(await statuses()).toEqual(['sent'])
  })

  test.each([502, 504, 'nothing'] as const)(
    'and answers %s does not get it again at once',
    async (answer) => {
      service.answer(answer)
      const mailId = await givenMail(smtp)
      await attempt(http, mailId)
      await sweepMails(http.services)
      await attempt(http, mailId)
      expect([await statuses(), service.requests.length]).toEqual([['unknown'], 1])
    },
  )

  test('but answers with a redirect gets it again once the address is right', async () => {
    service.answer(303)
    const mailId = await givenMail(smtp)
    await expect(attempt(http, mailId)).rejects.toThrow('check MAIL_URL')
    expect(await statuses()).toEqual(['failed'])
    service.answer(200)
    await attempt(http, mailId)
    expect([await statuses(), service.requests.map(({ method }) => method)]).toEqual([
      ['sent'],
      ['POST', 'POST'],
    ])
  })
})

describe('a mail with an unknown outcome', () => {
  test('is sent once more after ten minutes by the mail service, with the same id', async () => {
    const mailId = await givenUnknown()
    await minutesPass(9)
    await sweepMails(http.services)
    expect([await statuses(), await jobs()]).toEqual([['unknown'], 0])
    await minutesPass(1)
    await sweepMails(http.services)
    expect([await statuses(), await jobs()]).toEqual([['queued'], 1])
    await attempt(http, mailId)
    expect(await statuses()).toEqual(['sent'])
    const [first, second] = service.requests
    expect(second).toEqual({ ...first, answered: 200 })
  })

  test('is sent once more by SMTP, with the same Message-ID', async () => {
    receiver.fallSilent('mail')
    const mailId = await givenMail(smtp)
    const sending = attempt(smtp, mailId)
    await until(async () => receiver.owed() === 1)
    receiver.hangUp()
    await sending
    receiver.fallSilent(undefined)
    await minutesPass(10)
    await sweepMails(smtp.services)
    await attempt(smtp, mailId)
    expect(await statuses()).toEqual(['sent'])
    expect(receiver.mails.map(({ headers }) => headers['message-id'])).toEqual(
      Array(2).fill(`<mail-${mailId}@localhost>`),
    )
  })

  test('is sent once more only, and stays unknown if that answer is lost, too', async () => {
    const mailId = await givenUnknown()
    service.answer(504)
    await minutesPass(10)
    await sweepMails(http.services)
    await attempt(http, mailId)
    await minutesPass(10)
    await sweepMails(http.services)
    expect([await statuses(), await jobs(), service.requests.length]).toEqual([['unknown'], 1, 2])
  })

  test.each<[string, Partial<NewMail>, () => Promise<unknown>]>([
    ['a sign-in link or a code', { isSecret: true }, () => minutesPass(10)],
    [
      'expired',
      {},
      async () => {
        await minutesPass(10)
        await smtp.query("update mails set expires_at = now() - interval '1 second'")
      },
    ],
    ['more than a day old', {}, () => minutesPass(25 * 60)],
  ])('is not sent again if it is %s', async (_, given, happen) => {
    await givenUnknown(given)
    await happen()
    await sweepMails(http.services)
    expect([await statuses(), await jobs()]).toEqual([['unknown'], 0])
  })

  test('is not sent again if the setting is off', async () => {
    await givenUnknown()
    await minutesPass(10)
    await sweepMails(switchedOff.services)
    expect([await statuses(), await jobs()]).toEqual([['unknown'], 0])
  })

  test('is sent again by only one process, and the history and the list of mails say so', async () => {
    const administrator = await givenAdministrator(smtp)
    const told = async () => {
      const { activities } = (await http.call(getActivities, { query: {} }, administrator.token)).data
      return activities.filter(({ activity }) => activity === 'mails-sent-again')
    }
    const before = await told()
    const mailId = await givenUnknown()
    await minutesPass(10)
    await Promise.all([sweepMails(http.services), sweepMails(smtp.services)])
    await attempt(http, mailId)
    const { mails } = (await http.call(getMails, { query: {} }, administrator.token)).data
    expect(mails).toMatchObject([{ mailId, status: 'sent', isSentAgain: true, attempts: 2 }])
    expect(await told()).toMatchObject([{ item: '1 email', actedBy: null }, ...before])
  })

  test('that an administrator has retried is not listed as sent again', async () => {
    const administrator = await givenAdministrator(smtp)
    const mailId = await givenUnknown()
    const body = { which: { mailIds: [mailId] }, mayArriveTwice: true }
    await http.call(tryMailsAgain, { body }, administrator.token)
    await attempt(http, mailId)
    const { mails } = (await http.call(getMails, { query: {} }, administrator.token)).data
    expect(mails).toMatchObject([{ status: 'sent', isSentAgain: false }])
  })
})

/** Sends a mail that the mail service does not answer. */
async function givenUnknown(given: Partial<NewMail> = {}) {
  service.answer('nothing')
  const mailId = await givenMail(smtp, given)
  await attempt(http, mailId)
  service.answer(200)
  expect(await statuses()).toEqual(['unknown'])
  await loseJobs(smtp)
  return mailId
}

function attempt(app: TestApp, mailId: number) {
  return openSendMail(app.services)({ mailId }, { isLast: false })
}

const minutesPass = (minutes: number) =>
  smtp.query(`update mail_attempts set attempted_at = attempted_at - interval '${minutes} minutes'`)
const statuses = async () => (await smtp.query('select status from mails')).map(({ status }) => status)
const jobs = async () => (await jobsOf(smtp, 'send-mail')).length
