import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { MailTransport, OutgoingMail } from '#server/core/mail/mail.ts'
import { MailRefused } from '#server/core/mail/mail.ts'
import { AnswerLost, ServiceDown } from '#server/core/remote-problems.ts'
import { openTransport } from '#server/open-integrations.ts'
import { problemOf } from '#test/problems.ts'
import type { SmtpReceiver } from '#test/receivers.ts'
import { closedPort, startSmtpReceiver } from '#test/receivers.ts'
import { isAboutAddress } from './smtp.ts'

let receiver: SmtpReceiver
let transport: MailTransport
beforeAll(async () => {
  receiver = await startSmtpReceiver()
})
afterEach(() => transport.close())
afterAll(() => receiver.close())

const mail: OutgoingMail = {
  messageId: '<mail-7@portal.example.com>',
  to: "pat.o'brien@example.com",
  from: { name: 'IA Seminars', address: 'events@example.com' },
  replyTo: null,
  subject: 'You are registered: Söhne & Töchter',
  html: '<p>Hello O&#39;Brien, 漢字 👩‍🔧</p>',
  text: "Hello O'Brien, 漢字 👩‍🔧",
  attachments: [],
  unsubscribeUrl: null,
  event: null,
}

const leave = async () => {}

test('a mail arrives with its headers and both bodies', async () => {
  transport = openTransport(receiver.url)
  await transport.send({ ...mail, replyTo: 'asker@example.com' }, leave)
  const [arrived] = receiver.mails.splice(0)
  expect([arrived?.from, arrived?.to]).toEqual(['events@example.com', [mail.to]])
  expect(arrived?.headers).toMatchObject({
    from: 'IA Seminars <events@example.com>',
    to: mail.to,
    'auto-submitted': 'auto-generated',
    'list-id': '"IA Seminars" <portal.example.com>',
    'reply-to': 'asker@example.com',
    'message-id': mail.messageId,
    subject: expect.stringContaining('=?UTF-8?Q?'),
    'content-type': expect.stringMatching(/^multipart\/alternative/),
  })
  expect(decodedSubject(arrived?.headers.subject)).toBe(mail.subject)
  expect(arrived?.body).toContain(mail.text)
  expect(arrived?.body).toContain(mail.html)
})

test('an invitation arrives as an alternative body and as a file, and other files only as files', async () => {
  transport = openTransport(receiver.url)
  const invitation = {
    filename: 'registration.ics',
    contentType: 'text/calendar; method=REQUEST; charset=utf-8',
    content: Buffer.from('BEGIN:VCALENDAR\r\n'),
  }
  const other = {
    filename: 'canceled.ics',
    contentType: 'text/calendar; method=CANCEL; charset=utf-8',
    content: Buffer.from('BEGIN:VCALENDAR 2\r\n'),
  }
  await transport.send({ ...mail, attachments: [invitation, other] }, leave)
  const [arrived] = receiver.mails.splice(0)
  expect(arrived?.headers['content-type']).toMatch(/^multipart\/mixed/)
  const raw = (arrived?.raw ?? '').replace(/\r\n[ \t]+/g, ' ')
  const kinds = [...raw.matchAll(/^content-type: (.*)\r$/gim)].slice(1).map(([, kind]) => kind)
  expect(kinds).toEqual([
    expect.stringMatching(/^multipart\/alternative/),
    'text/plain; charset=utf-8',
    'text/html; charset=utf-8',
    'text/calendar; charset=utf-8; method=REQUEST',
    'text/calendar; method=CANCEL; charset=utf-8; name=canceled.ics',
    'application/ics; name=registration.ics',
  ])
  for (const { content } of [invitation, other]) expect(raw).toContain(content.toString('base64'))
})

test('a mail that can be stopped has List-Unsubscribe headers, and other mails do not', async () => {
  transport = openTransport(receiver.url)
  const unsubscribeUrl = `https://portal.example.com/api/public/stop-reminders/${'a1'.repeat(32)}`
  await transport.send({ ...mail, unsubscribeUrl }, leave)
  await transport.send(mail, leave)
  const [stoppable, plain] = receiver.mails.splice(0)
  expect(stoppable?.headers).toMatchObject({
    'list-unsubscribe': `<${unsubscribeUrl}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
  expect(Object.keys(plain?.headers ?? {}).filter((name) => name.startsWith('list-unsubscribe'))).toEqual([])
})

test('a mail to another machine is never sent unencrypted', async () => {
  // The receiver offers no TLS, and is addressed like another machine.
  transport = openTransport(receiver.url.replace(/127\.0\.0\.1|localhost/, '[::ffff:127.0.0.1]'))
  const problem = await transport.send(mail, leave).catch((thrown: Error) => thrown)
  expect(problem).toBeInstanceOf(Error)
  expect(String(problem)).toMatch(/STARTTLS/i)
  expect(receiver.mails).toEqual([])
})

test.each([
  ['subject', 'Hello\r\nBcc: everybody@example.com'],
  ['subject', 'Hello\nBcc: everybody@example.com\n\nAnother body'],
  ['to', 'pat@example.com, everybody@example.com'],
  ['to', 'pat@example.com\r\nBcc: everybody@example.com'],
  ['to', 'Everybody <everybody@example.com>'],
  ['replyTo', 'pat@example.com\r\nBcc: everybody@example.com'],
])('the %s %j adds no header and no recipient', async (part, text) => {
  transport = openTransport(receiver.url)
  await transport.send({ ...mail, [part]: text }, leave).catch(() => {})
  for (const arrived of receiver.mails.splice(0)) {
    expect(Object.keys(arrived.headers)).not.toContain('bcc')
    expect(arrived.to).toHaveLength(1)
    expect(arrived.to).not.toContain('everybody@example.com')
  }
})

describe('a refusal', () => {
  afterEach(() => {
    receiver.refuse('recipient', undefined)
    receiver.refuse('sign-in', undefined)
  })

  test('that is permanent, as for an unknown address, is not retried', async () => {
    receiver.refuse('recipient', 550)
    expect(await failureOf(receiver.url)).toBeInstanceOf(MailRefused)
  })

  test('that is temporary is worth a retry', async () => {
    receiver.refuse('recipient', 451)
    const problem = await failureOf(receiver.url)
    expect(problem).not.toBeInstanceOf(MailRefused)
    expect(problem).not.toBeInstanceOf(ServiceDown)
    expect(problem.message).toContain('451')
  })

  test('because the server is closing is not about the mail', async () => {
    receiver.refuse('recipient', 421)
    expect(await failureOf(receiver.url)).toBeInstanceOf(ServiceDown)
  })

  test('of our own sign-in is worth a retry, and our password is not revealed', async () => {
    receiver.refuse('sign-in', 535)
    const problem = await failureOf(receiver.url)
    expect(problem).toBeInstanceOf(ServiceDown)
    expect(`${problem.stack}${JSON.stringify(problem)}`).not.toMatch(/sesame/)
  })

  test('of the connection is worth a retry', async () => {
    expect(await failureOf(`smtp://127.0.0.1:${await closedPort()}`)).toBeInstanceOf(ServiceDown)
  })
})

test.each([
  ['RCPT TO', '550 No such mailbox', true],
  ['RCPT TO', '551 User not local', true],
  ['RCPT TO', '550 5.1.1 The address does not exist', true],
  ['RCPT TO', '550-5.1.10 Recipient not found\n550 5.1.10 See elsewhere', true],
  ['RCPT TO', '550 5.2.1 The mailbox is disabled', true],
  ['RCPT TO', '552 5.2.2 The mailbox is full', false],
  ['RCPT TO', '550 5.7.1 Relaying denied', false],
  ['RCPT TO', '554 Your address is on a list', false],
  ['DATA', '550 5.1.1 Too late', false],
])('%s answered with %j is about the address: %s', (command, response, expected) => {
  expect(isAboutAddress(command, response)).toBe(expected)
})

describe('a mail', () => {
  test('counts as leaving only when the receiver asks for its content', async () => {
    transport = openTransport(receiver.url)
    let asked = 0
    const count = async () => void asked++
    receiver.refuse('recipient', 550)
    await expect(transport.send(mail, count)).rejects.toThrow('550')
    receiver.refuse('recipient', undefined)
    expect(asked).toBe(0)
    await transport.send(mail, async () => {
      asked++
      expect(receiver.mails).toEqual([])
    })
    expect([asked, receiver.mails.splice(0).length]).toEqual([1, 1])
  })

  test('can be stopped at that point, and the next mail still leaves', async () => {
    transport = openTransport(receiver.url)
    const prevent = async () => {
      throw new Error('Not this one')
    }
    const problem = await transport.send(mail, prevent).catch((thrown: Error) => thrown)
    expect(problem).not.toBeInstanceOf(AnswerLost)
    expect(problem).not.toBeInstanceOf(ServiceDown)
    await transport.send({ ...mail, to: 'next@example.com' }, leave)
    expect(receiver.mails.splice(0).map(({ to }) => to)).toEqual([['next@example.com']])
  })

  test('has an unknown outcome if the answer to its content is lost', async () => {
    transport = openTransport(receiver.url)
    receiver.fallSilent('mail')
    const problem = transport.send(mail, leave).catch((thrown: Error) => thrown)
    await vi.waitUntil(() => receiver.owed() === 1, { timeout: 20_000 })
    receiver.fallSilent(undefined)
    receiver.hangUp()
    expect(await problem).toBeInstanceOf(AnswerLost)
    expect(receiver.mails.splice(0)).toHaveLength(1)
  })
})

test('the transport continues after the receiver was away', async () => {
  transport = openTransport(receiver.url)
  receiver.refuse('recipient', 451)
  await expect(transport.send(mail, leave)).rejects.toThrow()
  receiver.refuse('recipient', undefined)
  await transport.send(mail, leave)
  expect(receiver.mails.splice(0)).toHaveLength(1)
})

async function failureOf(url: string) {
  transport = openTransport(url)
  return problemOf(transport.send(mail, leave))
}

function decodedSubject(header = '') {
  const words = [...header.matchAll(/=\?UTF-8\?Q\?(.*?)\?=/g)].map(([, word = '']) => word)
  const bytes = words
    .join('')
    .replaceAll('_', ' ')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return header.startsWith('=?') ? Buffer.from(bytes, 'latin1').toString('utf8') : header
}
