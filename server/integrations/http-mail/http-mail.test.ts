import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MailRefused } from '#server/core/mail/mail.ts'
import { AnswerLost, ServiceDown } from '#server/core/remote-problems.ts'
import { openTransport } from '#server/open-integrations.ts'
import { problemOf } from '#test/problems.ts'
import type { HttpReceiver } from '#test/receivers.ts'
import { closedPort, startHttpReceiver } from '#test/receivers.ts'

let receiver: HttpReceiver
beforeAll(async () => {
  receiver = await startHttpReceiver()
})
afterEach(() => {
  receiver.answer(200)
  receiver.requests.splice(0)
})
afterAll(() => receiver.close())

const mail = {
  messageId: '<mail-7@portal.example.com>',
  to: 'pat@example.com',
  from: { name: 'IA Seminars', address: 'events@example.com' },
  replyTo: null,
  subject: 'Söhne & "Töchter"',
  html: "<p>O'Brien</p>",
  attachments: [],
  unsubscribeUrl: null,
  event: null,
  text: "O'Brien",
}

const leave = async () => {}

test('the service gets four fields and the mail id, at the address that contains its key', async () => {
  await openTransport(`${receiver.url}/send?code=the-key`).send(mail, leave)
  expect(receiver.requests).toEqual([
    {
      method: 'POST',
      url: '/send?code=the-key',
      type: 'application/json',
      key: 'mail-7@portal.example.com',
      messageId: '<mail-7@portal.example.com>',
      body: expect.any(String),
      answered: 200,
    },
  ])
  expect(JSON.parse(receiver.requests[0]?.body ?? '')).toEqual({
    EmailContent: mail.html,
    ToEmail: mail.to,
    FromEmail: mail.from.address,
    EmailSubject: mail.subject,
  })
})

test('for a registration, the service also gets the event, its slot and its person', async () => {
  const event = {
    eventName: 'Piston IA Renewal Series 2027',
    startOn: '2027-03-09',
    endOn: '2027-03-10',
    startTime: '08:00',
    endTime: '12:00',
    userEmail: 'pat@example.com',
  } as const
  await openTransport(receiver.url).send({ ...mail, to: 'staff1@example.com', event }, leave)
  expect(JSON.parse(receiver.requests[0]?.body ?? '')).toEqual({
    EmailContent: mail.html,
    ToEmail: 'staff1@example.com',
    FromEmail: mail.from.address,
    EmailSubject: mail.subject,
    eventName: 'Piston IA Renewal Series 2027',
    startDate: '09/03/2027',
    endDate: '10/03/2027',
    startTime: '08:00',
    endTime: '12:00',
    userEmail: 'pat@example.com',
  })
})

test.each([
  [400, true],
  [413, true],
  [422, true],
  [401, false],
  [403, false],
  [404, false],
  [408, false],
  [429, false],
  [500, false],
  [503, false],
])('an answer of %i is final: %s, and the key is not revealed', async (status, isFinal) => {
  receiver.answer(status)
  const problem = await failureOf(`${receiver.url}/send?code=the-key`)
  expect(problem).toBeInstanceOf(isFinal ? MailRefused : ServiceDown)
  expect(problem.message).toContain(String(status))
})

test('a service that cannot be reached is worth a retry, and the key is not revealed', async () => {
  const problem = await failureOf(`http://127.0.0.1:${await closedPort()}/send?code=the-key`)
  expect(problem).toBeInstanceOf(ServiceDown)
})

test('a mail counts as leaving only once there is a connection', async () => {
  let asked = 0
  const count = async () => void asked++
  await expect(
    openTransport(`http://127.0.0.1:${await closedPort()}/send`).send(mail, count),
  ).rejects.toThrow()
  expect(asked).toBe(0)
  await openTransport(receiver.url).send(mail, count)
  expect([asked, receiver.requests.length]).toEqual([1, 1])
})

test('a missing answer leaves the outcome unknown', async () => {
  receiver.answer('nothing')
  expect(await failureOf(`${receiver.url}/send?code=the-key`)).toBeInstanceOf(AnswerLost)
  expect(receiver.requests).toHaveLength(1)
})

test.each([502, 504])(
  'a gateway that passes the mail on and answers %i leaves the outcome unknown',
  async (status) => {
    receiver.answer(status)
    const problem = await failureOf(`${receiver.url}/send?code=the-key`)
    expect(problem).toBeInstanceOf(AnswerLost)
    expect(problem.message).toBe(`The email service answered ${status}`)
  },
)

test.each([301, 302, 303, 307, 308])('redirect %i is not followed, and sends nothing', async (status) => {
  receiver.answer(status)
  const problem = await failureOf(`${receiver.url}/send?code=the-key`)
  expect(problem).toBeInstanceOf(ServiceDown)
  expect(problem.message).toBe(
    `The email service answered ${status}: it wants another address, so check MAIL_URL`,
  )
  expect(receiver.requests.map(({ method }) => method)).toEqual(['POST'])
})

async function failureOf(url: string) {
  const problem = await problemOf(openTransport(url).send(mail, leave))
  expect(problem).toBeInstanceOf(Error)
  expect(`${problem.stack} ${JSON.stringify(problem)} ${problem.cause}`).not.toContain('the-key')
  return problem
}
