import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendSignInLink } from '#contract/people/identity/calls.ts'
import { getProfile, updateProfile } from '#contract/people/users/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import type { TestApp } from '#test/app.ts'
import { expectSuccess, startApp, until } from '#test/app.ts'
import { readCalendar } from '#test/calendars.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { choiceOf, givenEvent, givenPersonUnmailed } from '#test/given.ts'
import type { SmtpReceiver } from '#test/receivers.ts'
import { startSmtpReceiver } from '#test/receivers.ts'

let receiver: SmtpReceiver
let app: TestApp
beforeAll(async () => {
  receiver = await startSmtpReceiver()
  app = await startApp({ environment: { MAIL_URL: receiver.url } })
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const injection = 'Pat\r\nBcc: everybody@example.com\r\n\r\nAnother body'

test.each(['firstName', 'lastName', 'companyName'])(
  'a %s with line breaks is refused, and nothing of it is stored',
  async (field) => {
    const person = await givenPersonUnmailed(app)
    const profile = { ...completeProfile, [field]: injection }
    const { failure } = await app.send(updateProfile, profile as never, person)
    expect(failure).toMatchObject({
      code: 'INVALID_FIELDS',
      fields: { [field]: 'Contains characters that cannot be stored' },
    })
    const { userData } = await app.dataOf(getProfile, {}, person)
    expect(JSON.stringify(userData)).not.toContain('Bcc')
  },
)

test('names with line breaks that reached the database in another way add no header and no recipient to any mail', async () => {
  const person = await givenPersonUnmailed(app)
  const event = await givenEvent(app)
  const { pool } = app.services
  await pool.query('update users set first_name = $1, last_name = $1, company_name = $1 where user_id = $2', [
    injection,
    person.userId,
  ])
  await pool.query('update events set event_name = $1 where event_id = $2', [injection, event.eventId])
  const body = choiceOf(event)
  await expectSuccess(app.send(registerForEvent, body, person))
  await until(async () => receiver.mails.length === 3)
  expect(receiver.mails.map(({ to }) => to).sort()).toEqual(
    [[person.email], ['staff1@example.com'], ['staff2@example.com']].sort(),
  )
  for (const { raw } of receiver.mails) {
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
    const names = head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => line.split(':')[0]?.toLowerCase())
    expect(names.filter((name) => !known.includes(name ?? ''))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
  }
})

test.each([
  [{}, "Sky O'Brien, LLC"],
  [{ MAIL_FROM: 'IA Seminars <seminars@example.com>' }, 'IA Seminars'],
])('with %o a mail, its calendar and the sign-in mail are from %s', async (environment, name) => {
  const named = await startApp({
    environment: { MAIL_URL: receiver.url, STAFF_EMAILS: 'staff@example.com', ...environment },
  })
  await named.query(
    `insert into providers (provider_id, provider_name, signatory_name, signatory_title)
     values (3, 'Sky O''Brien, LLC', 'Pat', 'Director')`,
  )
  receiver.mails.splice(0)
  const [event, person] = [await givenEvent(named), await givenPersonUnmailed(named)]
  const body = choiceOf(event)
  await named.call(registerForEvent, { body }, person.token)
  await named.call(sendSignInLink, { body: { email: person.email } })
  await until(async () => receiver.mails.length === 3)
  const address = 'MAIL_FROM' in environment ? 'seminars@example.com' : 'events@example.com'
  for (const { headers } of receiver.mails) {
    const from = headers.from?.replaceAll('"', '')
    expect([from, headers['auto-submitted'], headers['list-id']]).toEqual([
      `${name} <${address}>`,
      'auto-generated',
      expect.stringMatching(/ <localhost>$/),
    ])
  }
  const bodyOf = (subject: string) =>
    receiver.mails.find(({ headers }) => headers.subject?.startsWith(subject))?.body ?? ''
  expect(bodyOf('Your sign-in link')).toContain(`Use this link to sign in at ${name}.`)
  const rows = await named.query('select content from mail_attachments')
  expect(readCalendar(rows[0].content)[1][0]?.organizer).toEqual([`mailto:${address}`, name])
  await named.close()
})

/** Every header that the portal's mails may have. */
const known = [
  'from',
  'to',
  'reply-to',
  'subject',
  'message-id',
  'auto-submitted',
  'list-id',
  'date',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
]
