import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { generateCertificate, sendCertificate } from '#contract/counting/certificates/calls.ts'
import { mailbox } from '#contract/foundation/mails/calls.ts'
import { contactSupport } from '#contract/foundation/support/calls.ts'
import { sendSignInLink } from '#contract/people/identity/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { confirmRegistrations } from '#server/registrations/registrations/jobs.ts'
import type { TestApp } from '#test/app.ts'
import { atOnce, expectSuccess, startApp, until } from '#test/app.ts'
import {
  byHand,
  cancelOwn,
  choiceOf,
  givenAdministrator,
  givenEvent,
  givenPersonUnmailed,
} from '#test/given.ts'
import { jobsOf, tablesHolding } from '#test/queue.ts'
import type { SmtpReceiver } from '#test/receivers.ts'
import { startHttpReceiver, startSmtpReceiver } from '#test/receivers.ts'
import { expireMails, openSendMail } from './jobs.ts'
import { textOfMail } from './mail-sending.ts'
import { findMailFailures } from './try-mails.ts'

let kept: TestApp
/** The same portal, sending by SMTP; its jobs wait until a test runs them. */
let sending: TestApp
let receiver: SmtpReceiver
beforeAll(async () => {
  receiver = await startSmtpReceiver()
  kept = await startApp({ works: false })
  sending = await startApp({ sharing: kept, works: false, environment: { MAIL_URL: receiver.url } })
})
afterEach(() => {
  receiver.refuse('recipient', undefined)
  receiver.mails.splice(0)
})
afterAll(async () => {
  await sending.close()
  await kept.close()
  await receiver.close()
})

describe('a mail in the outbox', () => {
  test('is sent once, however many workers run its job', async () => {
    const mailId = await givenQuestion()
    await atOnce(5, () => attempt(mailId))
    await attempt(mailId)
    expect(receiver.mails).toHaveLength(1)
    expect(await stateOf(mailId)).toEqual({ status: 'sent', problems: [null] })
  })

  test('contains what a person typed as text', async () => {
    const mailId = await givenQuestion({
      name: "<b>O'Brien</b>",
      message: '<script>alert(1)</script> & more',
    })
    await attempt(mailId)
    const [mail] = receiver.mails
    expect(mail?.headers.subject).toBe("Support request from <b>O'Brien</b>")
    expect(mail?.headers['reply-to']).toBe('asker@example.com')
    const [text = '', html = ''] = (mail?.body ?? '').split('text/html')
    expect(text).toContain('<script>alert(1)</script> & more')
    expect(html).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#38; more')
    expect(html).toContain('&#60;b&#62;O&#39;Brien&#60;/b&#62;')
  })

  test('is retried while the receiver refuses it for now, and each attempt is recorded', async () => {
    const mailId = await givenQuestion()
    receiver.refuse('recipient', 451)
    await expect(attempt(mailId)).rejects.toThrow('451')
    expect(await stateOf(mailId)).toEqual({ status: 'failed', problems: [expect.stringContaining('451')] })
    receiver.refuse('recipient', undefined)
    await attempt(mailId)
    expect(await stateOf(mailId)).toEqual({
      status: 'sent',
      problems: [expect.stringContaining('451'), null],
    })
    expect(receiver.mails).toHaveLength(1)
  })

  test('is given up at once if the receiver refuses it permanently', async () => {
    const mailId = await givenQuestion()
    receiver.refuse('recipient', 550)
    await attempt(mailId)
    expect(await stateOf(mailId)).toEqual({ status: 'given-up', problems: [expect.stringContaining('550')] })
  })

  test('is given up after its last attempt', async () => {
    const mailId = await givenQuestion()
    receiver.refuse('recipient', 451)
    await attempt(mailId, { isLast: true })
    expect((await stateOf(mailId)).status).toBe('given-up')
  })

  test('that contains a sign-in code is emptied once it has left, and not before', async () => {
    const mailId = await givenSecretMail()
    receiver.refuse('recipient', 451)
    await expect(attempt(mailId)).rejects.toThrow()
    expect((await bodiesOf(mailId)).text).toContain('#code=')
    receiver.refuse('recipient', undefined)
    await attempt(mailId)
    expect(receiver.mails[0]?.body).toContain('#code=')
    expect(await bodiesOf(mailId)).toEqual({ html: '', text: '' })
  })

  test('that contains a sign-in code is also emptied when it is given up', async () => {
    const mailId = await givenSecretMail()
    receiver.refuse('recipient', 550)
    await attempt(mailId)
    expect(await bodiesOf(mailId)).toEqual({ html: '', text: '' })
  })

  test('that contains no code is kept, and the mailbox keeps every mail', async () => {
    const plain = await givenQuestion()
    await attempt(plain)
    expect((await bodiesOf(plain)).text).toContain('How do I register?')
    const secret = await givenSecretMail()
    await openSendMail(kept.services)({ mailId: secret }, { isLast: false })
    expect((await bodiesOf(secret)).text).toContain('#code=')
  })
})

test('old mails are deleted, and mails with a certificate lose their text, attachments and attempts', async () => {
  const old = await givenQuestion()
  const { token, email } = await givenPersonUnmailed(kept)
  const administrator = await givenAdministrator(kept)
  const event = await givenEvent(kept)
  const body = choiceOf(event)
  const { registrationId } = (await kept.dataOf(registerForEvent, { body }, token)).registration
  await kept.send(generateCertificate, byHand({ registrationId, hours: 8 }), administrator)
  await kept.send(sendCertificate, { registrationId }, administrator)
  const brought = await newestMail(email)
  const { pool } = kept.services
  await pool.query("update mails set created_at = now() - interval '401 days' where mail_id = any($1)", [
    [old, brought],
  ])
  await pool.query("update mails set status = 'given-up', sent_at = null where mail_id = $1", [brought])
  await pool.query("insert into mail_attempts (mail_id, problem) values ($1, 'full')", [brought])
  const reasons = async () => (await findMailFailures(kept.services)).map(({ reason }) => reason)
  expect(await reasons()).toContain('full')
  const recent = await givenQuestion()
  await pool.query(
    "insert into mail_attachments select mail_id, 1, 'a.ics', 'text/calendar', 'a' from unnest($1::int[]) mail_id",
    [[old, brought, recent]],
  )
  await kept.write(expireMails)
  const { rows } = await pool.query(
    `select mail_id, text = '' and html = '' and not exists (select from mail_texts t where t.mail_id = mails.mail_id) as is_empty,
       count(place)::int as attachments from mails left join mail_attachments using (mail_id) where mail_id = any($1) group by mail_id order by mail_id`,
    [[old, brought, recent]],
  )
  expect(rows).toEqual([
    { mail_id: brought, is_empty: true, attachments: 0 },
    { mail_id: recent, is_empty: false, attachments: 1 },
  ])
  // Without its text, nobody can retry it.
  expect(await reasons()).not.toContain('full')
  expect((await pool.query('select from mail_attempts where mail_id = $1', [brought])).rows).toEqual([])
})

describe('a registration', () => {
  test('writes its mails once, however often its job runs', async () => {
    const { person, event, registrationId } = await givenRegistration()
    await atOnce(5, () => confirm(registrationId))
    await confirm(registrationId)
    expect(await recipientsOf(event.eventName)).toEqual([
      person.email,
      'staff1@example.com',
      'staff2@example.com',
    ])
  })

  test('writes no mails if it was canceled before its job ran', async () => {
    const { person, event, registrationId } = await givenRegistration()
    await cancelOwn(kept, person, event)
    await confirm(registrationId)
    expect(await recipientsOf(event.eventName)).toEqual([])
  })

  let events = 0
  async function givenRegistration() {
    const person = await givenPersonUnmailed(kept)
    const event = await givenEvent(kept, { eventName: `Piston Series ${++events}` })
    const body = choiceOf(event)
    const { registration } = await kept.dataOf(registerForEvent, { body }, person)
    return { person, event, registrationId: registration.registrationId }
  }

  function confirm(registrationId: number) {
    return kept.write((work) => confirmRegistrations(work, [registrationId]))
  }

  async function recipientsOf(eventName: string) {
    const rows = await kept.query('select to_address from mails where subject like $1 order by to_address', [
      `%${eventName}`,
    ])
    return rows.map((row) => row.to_address)
  }
})

test('while no mail can leave, people can still register, and each mail waits for its retry', async () => {
  receiver.refuse('recipient', 451)
  const down = await startApp({ environment: { MAIL_URL: receiver.url } })
  const [event, person] = [await givenEvent(down), await givenPersonUnmailed(down)]
  const body = choiceOf(event)
  await expectSuccess(down.call(registerForEvent, { body }, person.token))
  await until(async () => {
    const rows = await down.query(
      `select mail_id from mails join mail_attempts using (mail_id)
       where to_address = $1 and subject like 'You are registered%' and status = 'failed'`,
      [person.email],
    )
    const retried = (await jobsOf(down, 'send-mail')).filter(({ state }) => state === 'retry')
    return rows.length === 1 && retried.some(({ data }) => data.mailId === rows[0].mail_id)
  })
  await down.close()
})

test('the key of the mail service appears in no log, no attempt and no answer', async () => {
  const service = await startHttpReceiver()
  service.answer(500)
  const logLines: string[] = []
  const MAIL_URL = `${service.url}/send?code=the-secret-key`
  const app = await startApp({ environment: { MAIL_URL, LOG_LEVEL: 'trace' }, logLines })
  await app.send(contactSupport, request)
  await until(async () => (await app.query('select 1 from mail_attempts')).length > 0)
  const rows = await app.query('select m::text, a::text from mails m join mail_attempts a using (mail_id)')
  expect(service.requests[0]?.url).toContain('the-secret-key')
  expect(JSON.stringify([rows, logLines])).not.toContain('the-secret-key')
  expect(await tablesHolding(app, ['the-secret-key'])).toEqual([])
  await app.close()
  await service.close()
})

test('the mail service gets the event and slot with each mail of a registration, and nothing with other mails', async () => {
  const service = await startHttpReceiver()
  const app = await startApp({ environment: { MAIL_URL: service.url } })
  const [event, person] = [await givenEvent(app), await givenPersonUnmailed(app)]
  const body = choiceOf(event)
  await app.send(registerForEvent, body, person)
  await app.send(contactSupport, request)
  await until(async () => service.requests.length === 4)
  const about = {
    eventName: event.eventName,
    startDate: '09/02/2027',
    endDate: '10/02/2027',
    startTime: '08:00',
    endTime: '12:00',
    userEmail: person.email,
  }
  const told = service.requests.map(({ body }) => {
    const { EmailContent: _, FromEmail: __, EmailSubject: ___, ToEmail, ...rest } = JSON.parse(body)
    return [ToEmail, rest]
  })
  expect(Object.fromEntries(told)).toEqual({
    [person.email]: about,
    'staff1@example.com': about,
    'staff2@example.com': about,
    'support@example.com': {},
  })
  await app.close()
  await service.close()
})

describe('the mailbox', () => {
  const url = '/api/mailbox?to=reader%40example.com'

  test('shows the newest mail first, with its links, to this machine', async () => {
    for (let mails = 0; mails < 2; mails++) {
      await openSendMail(kept.services)(
        { mailId: await givenSecretMail('reader@example.com') },
        { isLast: false },
      )
    }
    const { messages } = await kept.dataOf(mailbox, { query: { to: 'Reader@example.com' } })
    expect(messages.map(({ to }) => to)).toEqual(['reader@example.com', 'reader@example.com'])
    expect((messages[0]?.id ?? 0) > (messages[1]?.id ?? 0)).toBe(true)
    expect(messages[0]).toMatchObject({
      from: 'IA Renewal Seminars <events@example.com>',
      subject: 'Your sign-in link',
      links: [expect.stringContaining('/handle-redirect-login#code=')],
      attachments: [],
    })
    for (const remoteAddress of ['127.0.0.1', '127.0.0.53', '::1', '::ffff:127.0.0.1']) {
      expect((await kept.request({ url, remoteAddress })).statusCode).toBe(200)
    }
  })

  test('does not exist for another machine or through a proxy', async () => {
    for (const remoteAddress of ['10.0.0.7', '192.168.1.4', '2001:db8::1', '::ffff:10.0.0.7']) {
      expect((await kept.request({ url, remoteAddress })).statusCode).toBe(404)
    }
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-host']) {
      const answer = await kept.request({ url, headers: { [header]: '127.0.0.1' } })
      expect([header, answer.statusCode, answer.json().code]).toEqual([header, 404, 'NOT_FOUND'])
    }
    // The host name of another site can point to this machine (DNS rebinding).
    expect((await kept.request({ url, headers: { host: 'rebound.example.org' } })).statusCode).toBe(404)
  })

  test('does not exist if the portal has a public URL', async () => {
    const environment = { PUBLIC_URL: 'https://portal.example.com' }
    const open = await startApp({ sharing: kept, works: false, environment })
    for (const path of [url, '/mailbox']) expect((await open.request({ url: path })).statusCode).toBe(404)
    await open.close()
  })

  test('does not exist if mails are really sent', async () => {
    for (const path of [url, '/mailbox', '/mailbox/'])
      expect((await sending.request({ url: path })).statusCode).toBe(404)
  })
})

const request = { name: 'Asker', email: 'asker@example.com', message: 'How do I register?' }

async function givenQuestion(changes: Partial<typeof request> = {}) {
  await sending.send(contactSupport, { ...request, ...changes })
  return newestMail('support@example.com')
}

async function givenSecretMail(email = 'visitor@example.com') {
  sending.pass({ minutes: 1.1 })
  await sending.send(sendSignInLink, { email })
  return newestMail(email)
}

async function newestMail(to: string) {
  const rows = await kept.query('select max(mail_id) as id from mails where to_address = $1', [to])
  return rows[0].id
}

function attempt(mailId: number, { isLast = false } = {}) {
  return openSendMail(sending.services)({ mailId }, { isLast })
}

async function stateOf(mailId: number) {
  const rows = await kept.query(
    `select status, array(select problem from mail_attempts a where a.mail_id = m.mail_id order by attempted_at) as problems
     from mails m where mail_id = $1`,
    [mailId],
  )
  return rows[0]
}

function bodiesOf(mailId: number): Promise<{ html: string; text: string }> {
  const mails = kept.services.db.selectFrom('mails').select(textOfMail)
  return mails.where('mailId', '=', mailId).executeTakeFirstOrThrow()
}
