import { describe, expect, test } from 'vitest'
import {
  chooseReminders,
  getReminders,
  resumeReminders,
  stopReminders,
} from '#contract/outreach/reminders/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { textOfMail } from '#server/foundation/mails/mail-sending.ts'
import { confirmRegistrations } from '#server/registrations/registrations/jobs.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { choiceOf, givenEvent, givenPersonUnmailed, preparedApp } from '#test/given.ts'
import { remind } from './jobs.ts'

const app = preparedApp({ works: false })

describe('reminders', () => {
  test('can be stopped on their page and resumed there', async () => {
    const person = await givenRegistered()
    const { code } = await reminderTo(person)
    const body = { code }
    await expectSuccess(app.send(stopReminders, body))
    await expectSuccess(app.send(stopReminders, body))
    expect(await hasReminders(person)).toBe(false)
    setClock('2027-02-09T12:00Z')
    await app.write(remind)
    expect(await countRemindersTo(person)).toBe(1)
    await expectSuccess(app.send(resumeReminders, body))
    await app.write(remind)
    expect(await countRemindersTo(person)).toBe(2)
  })

  test('can be turned off by the signed-in person, only for themselves', async () => {
    const [person, somebodyElse] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
    const chosen = () => app.dataOf(getReminders, {}, person)
    expect(await chosen()).toEqual({ hasReminders: true })
    for (const body of [{ hasReminders: false }, { hasReminders: true }, { hasReminders: false }]) {
      expect(await app.dataOf(chooseReminders, { body }, person)).toEqual(body)
      expect(await chosen()).toEqual(body)
    }
    expect(await hasReminders(somebodyElse)).toBe(true)
  })

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'a multipart form',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['nothing', undefined, undefined],
  ])("are stopped by a mail program's unsubscribe button, which posts %s", async (_, type, payload) => {
    const person = await givenRegistered()
    const { stopUrl } = await reminderTo(person)
    const headers = type === undefined ? {} : { 'content-type': type }
    const url = new URL(stopUrl).pathname
    const answer = await app.request({
      method: 'POST',
      url,
      headers,
      ...(payload !== undefined && { payload }),
    })
    expect([answer.statusCode, await hasReminders(person)]).toEqual([200, false])
  })

  test('are not stopped by a scanner that only opens the links of an email', async () => {
    const person = await givenRegistered()
    const { code, stopUrl } = await reminderTo(person)
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.request({ method, url: new URL(stopUrl).pathname })
      if (method === 'GET') {
        expect([answer.statusCode, answer.headers.location]).toEqual([
          302,
          `http://localhost:3000/stop-reminders#code=${code}`,
        ])
      }
    }
    expect(await hasReminders(person)).toBe(true)
  })

  test("are not stopped by another person's code or a wrong one", async () => {
    const [person, somebodyElse] = [await givenRegistered(), await givenRegistered()]
    const { code } = await reminderTo(somebodyElse)
    await app.send(stopReminders, { code })
    const wrong = '0'.repeat(64)
    await expectRefusal(app.send(stopReminders, { code: wrong }), 'REMINDERS_NOT_FOUND')
    const posted = await app.request({ method: 'POST', url: `/api/public/stop-reminders/${wrong}` })
    expect([posted.statusCode, posted.json().code]).toEqual([404, 'REMINDERS_NOT_FOUND'])
    expect(await hasReminders(person)).toBe(true)
  })

  test('are the only emails with such a button: a confirmation has none', async () => {
    const person = await givenRegistered()
    const rows = await app.query('select unsubscribe_url from mails where to_address = $1', [person.email])
    expect(rows).toEqual([{ unsubscribe_url: null }])
  })
})

test('no other call accepts a form', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.request({
    method: 'POST',
    url: '/api/public/stop-reminders',
    headers,
    payload: 'code=a',
  })
  expect(answer.statusCode).toBe(415)
})

describe('the reminder code of a person', () => {
  test('is unique and cannot be guessed', async () => {
    await Promise.all([1, 2, 3].map(() => givenPersonUnmailed(app)))
    const rows = await app.query('select reminder_code from users')
    const codes = rows.map((row) => row.reminder_code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const code of codes) expect(code).toMatch(/^[\da-f]{64}$/)
  })

  test('is not in any answer about the person', async () => {
    const { token, userId } = await givenPersonUnmailed(app)
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await app.request({ url: '/api/private/get-profile', headers })
    const rows = await app.query('select reminder_code from users where user_id = $1', [userId])
    expect(body).toContain(userId)
    expect(body).not.toContain(rows[0].reminder_code)
  })
})

/** Returns a person with a confirmed slot at 8 on February 9. */
async function givenRegistered() {
  setClock('2027-02-01T12:00Z')
  const person = await givenPersonUnmailed(app)
  const event = await givenEvent(app)
  const body = choiceOf(event)
  const { registrationId } = (await app.dataOf(registerForEvent, { body }, person)).registration
  await app.write((work) => confirmRegistrations(work, [registrationId]))
  return person
}

/** Returns the code of a reminder's link, and the address for the mail program. */
async function reminderTo({ email }: Person): Promise<{ code: string; stopUrl: string }> {
  setClock('2027-02-08T13:00Z')
  await app.write(remind)
  const { text, unsubscribeUrl } = await app.services.db
    .selectFrom('mails')
    .select(['unsubscribeUrl', ...textOfMail])
    .where('toAddress', '=', email)
    .where('subject', 'like', 'Tomorrow%')
    .executeTakeFirstOrThrow()
  const [, code = ''] = /\/stop-reminders#code=([\w-]+)$/m.exec(text) ?? []
  return { code, stopUrl: unsubscribeUrl ?? '' }
}

async function countRemindersTo({ email }: Person) {
  const rows = await app.query(
    "select count(*)::int as mails from mails where to_address = $1 and cause like 'reminder:%'",
    [email],
  )
  return rows[0].mails
}

async function hasReminders({ userId }: Person) {
  const rows = await app.query('select has_reminders from users where user_id = $1', [userId])
  return rows[0].has_reminders
}

function setClock(instant: string) {
  app.pass({ minutes: (Date.parse(instant) - app.services.clock().getTime()) / 60_000 })
}
