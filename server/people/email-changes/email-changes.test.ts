import { beforeEach, describe, expect, test } from 'vitest'
import type { RefusalCode } from '#contract/core/refusals.ts'
import {
  changeEmail,
  confirmEmail,
  describeEmailChange,
  getEmailChange,
  keepEmail,
} from '#contract/people/email-changes/calls.ts'
import { createUser, exchangeToken } from '#contract/people/sessions/calls.ts'
import { checkEmailExists, getProfile } from '#contract/people/users/calls.ts'
import { expectRefusal, expectSuccess, startApp } from '#test/app.ts'
import { codeMailedTo, givenEmailChange } from '#test/email-changes.ts'
import type { Person } from '#test/given.ts'
import {
  exchange,
  givenAdministrator,
  givenIdToken,
  givenPerson,
  givenSession,
  preparedApp,
} from '#test/given.ts'
import { sweepEmailChanges } from './jobs.ts'

const week = 7 * 24 * 60
let person: Person
let newEmail: string
let people = 0
const app = preparedApp()
beforeEach(async () => {
  person = await givenPerson(app)
  newEmail = `moved${++people}@example.com`
})

describe('a change of email', () => {
  test('waits until the link that was mailed to the new email is used', async () => {
    expect(await waiting()).toBe(null)
    await expectSuccess(ask(` ${newEmail.toUpperCase()} `))
    const code = await codeMailedTo(app, newEmail, 'confirm-email')
    expect([await waiting(), await emailNow(), await isRegistered(newEmail)]).toEqual([
      newEmail,
      person.email,
      false,
    ])
    const { userId } = person
    expect((await confirm(code)).data).toEqual({ userId, email: newEmail })
    expect([await waiting(), await emailNow(), await isRegistered(newEmail)]).toEqual([null, newEmail, true])
  })

  test('tells the old email what was changed, when, and until when it can be undone', async () => {
    await givenEmailChange(app, person, newEmail)
    await codeMailedTo(app, person.email, 'undo-email-change')
    const [mail] = await app.mailsTo(person.email)
    expect(mail?.subject).toBe('Your email was changed')
    const instant = String.raw`\d\d \w{3} \d{4}, \d+:\d\d [AP]M Eastern`
    for (const line of [
      `Old email: ${person.email}\n`,
      `New email: ${newEmail}\n`,
      `Changed: ${instant}`,
      `until ${instant}`,
    ])
      expect(mail?.text).toMatch(new RegExp(line))
  })

  test('lets the person sign in with the new email, and keeps their current session', async () => {
    await givenEmailChange(app, person, newEmail)
    const { userData } = (await exchange(app, await givenIdToken(app, newEmail))).data
    expect([userData.userId, userData.email]).toEqual([person.userId, newEmail])
    expect(await emailNow()).toBe(newEmail)
  })

  test('ends all other sessions, and every session if it is confirmed in the session of another person', async () => {
    const { userId, token } = person
    const other = await givenSession(app, userId)
    const somebody = await givenPerson(app)
    await givenEmailChange(app, person, newEmail)
    expect([await profileStatus(token), await profileStatus(other)]).toEqual([200, 401])
    const again = `again.${newEmail}`
    await app.send(changeEmail, { email: again }, token)
    const code = await codeMailedTo(app, again, 'confirm-email')
    await expectSuccess(app.send(confirmEmail, { code }, somebody))
    expect([await profileStatus(token), await profileStatus(somebody.token)]).toEqual([401, 200])
  })

  test('shows the account behind its link before it is confirmed, without confirming it', async () => {
    await ask(newEmail)
    const code = await codeMailedTo(app, newEmail, 'confirm-email')
    const describeIt = () => app.send(describeEmailChange, { code })
    expect((await describeIt()).data).toEqual({ account: 'p…@example.com', newEmail })
    await expectSuccess(describeIt())
    await confirm(code)
    const undo = await codeMailedTo(app, person.email, 'undo-email-change')
    for (const other of [code, undo]) {
      const spent = await app.send(describeEmailChange, { code: other })
      expect(spent.failure?.code).toBe('LINK_SPENT')
    }
  })

  test('lets nobody sign in with the old email, and tells them what to do instead', async () => {
    const proven = await givenIdToken(app, person.email)
    await givenEmailChange(app, person, newEmail)
    const { email } = person
    for (const authToken of [proven, await givenIdToken(app, email)]) {
      await expectRefusal(exchange(app, authToken), 'EMAIL_CHANGED')
      const created = await app.send(createUser, { authToken, email })
      expect(created.failure?.code).toBe('EMAIL_CHANGED')
    }
    const asked = await app.call(checkEmailExists, { query: { email } })
    expect([asked.status, asked.failure?.message]).toEqual([
      409,
      'The email of this account was changed. Sign in with the new one, or undo the change with the link we emailed here.',
    ])
  })

  test('frees the old email for another person after seven days', async () => {
    const own = await startApp()
    const left = await givenPerson(own)
    const { email, userId } = left
    await givenEmailChange(own, left, newEmail)
    own.pass({ minutes: week + 1 })
    expect((await own.call(checkEmailExists, { query: { email } })).data.emailExists).toBe(false)
    const authToken = await givenIdToken(own, email)
    await expectRefusal(own.call(exchangeToken, { body: { authToken } }), 'USER_NOT_FOUND')
    const created = await own.call(createUser, { body: { authToken, email } })
    expect(created.data.userData.userId).not.toBe(userId)
    await own.close()
  })

  test('can be canceled by the person who asked for it', async () => {
    const code = await asked()
    await expectSuccess(app.call(keepEmail, {}, person))
    expect([await waiting(), await refusalOf(code)]).toEqual([null, 'LINK_SPENT'])
    await expectSuccess(app.call(keepEmail, {}, person))
    expect(await emailNow()).toBe(person.email)
  })

  test('that one person cancels does not affect the change of another person to the same email', async () => {
    const other = await givenPerson(app)
    await app.send(changeEmail, { email: newEmail }, other)
    const code = await codeMailedTo(app, newEmail, 'confirm-email')
    await ask(newEmail)
    await codeMailedTo(app, newEmail, 'confirm-email', code)
    await app.call(keepEmail, {}, person)
    const mails = await app.mailsTo(newEmail, 2)
    expect(mails.map(({ text }) => text.includes(code))).toEqual([false, true])
    expect((await confirm(code)).data.userId).toBe(other.userId)
  })
})

describe('the link to a new email', () => {
  test('works once', async () => {
    const code = await asked()
    await expectSuccess(confirm(code))
    expect(await refusalOf(code)).toBe('LINK_SPENT')
  })

  test('is not used up by a scanner that opens it', async () => {
    const code = await asked()
    for (const method of ['GET', 'HEAD'] as const) {
      await app.request({ method, url: `/confirm-email?code=${code}` })
      await app.request({ method, url: `/api/public/confirm-email?code=${code}` })
    }
    expect(await emailNow()).toBe(person.email)
    await expectSuccess(confirm(code))
  })

  test('works for fifteen minutes; a new one can be requested, which voids the old one', async () => {
    const own = await startApp({ sharing: app, works: false })
    const first = await asked()
    own.pass({ minutes: 16 })
    const late = await own.call(confirmEmail, { body: { code: first } })
    expect([late.failure?.code, await waiting()]).toEqual(['LINK_SPENT', newEmail])
    await ask(newEmail)
    const second = await codeMailedTo(app, newEmail, 'confirm-email', first)
    expect(await refusalOf(first)).toBe('LINK_SPENT')
    await expectSuccess(confirm(second))
    await own.close()
  })

  test('is void once another email is requested', async () => {
    const code = await asked()
    await ask(`other-${newEmail}`)
    expect([await refusalOf(code), await waiting()]).toEqual(['LINK_SPENT', `other-${newEmail}`])
  })

  test('is not stored as it was mailed, and neither is the undo link', async () => {
    const codes = [await asked()]
    await confirm(codes[0] as string)
    codes.push(await codeMailedTo(app, person.email, 'undo-email-change'))
    for (const code of codes) {
      const rows = await app.query(
        'select 1 from user_email_changes row where strpos(row::text, $1) > 0 or strpos(row::text, $2) > 0',
        [code, Buffer.from(code).toString('hex')],
      )
      expect(rows).toEqual([])
    }
  })

  test('is refused if it was never mailed', async () => {
    expect(await refusalOf('0a'.repeat(20))).toBe('LINK_SPENT')
  })
})

describe('an email is refused', () => {
  test.each<[string, RefusalCode, () => Promise<string> | string]>([
    ['if the person already has it', 'EMAIL_UNCHANGED', () => person.email.toUpperCase()],
    ['if another person has it', 'EMAIL_TAKEN', async () => (await givenPerson(app)).email],
    [
      'if another person has recently left it',
      'EMAIL_TAKEN',
      async () => {
        const other = await givenPerson(app)
        await givenEmailChange(app, other, `left-${newEmail}`)
        return other.email
      },
    ],
    [
      'if the person has recently left it',
      'EMAIL_LEFT',
      async () => {
        await givenEmailChange(app, person, newEmail)
        return person.email
      },
    ],
  ])('%s', async (_, code, email) => {
    const { status, failure } = await ask(await email())
    expect([status, failure?.code, failure?.fields]).toEqual([409, code, { email: failure?.message }])
    expect(await waiting()).toBe(null)
  })

  test('if an administrator asks, because the password belongs to the old one', async () => {
    const administrator = await givenAdministrator(app, `chief${people}@example.com`)
    const answer = await app.send(changeEmail, { email: newEmail }, administrator)
    expect(answer.failure?.code).toBe('ADMINISTRATOR_EMAIL')
  })

  test('if the person has become an administrator since they asked', async () => {
    const code = await asked()
    await givenAdministrator(app, person.email)
    expect(await refusalOf(code)).toBe('ADMINISTRATOR_EMAIL')
  })

  test('if somebody registers with it before it is confirmed, and nothing changes', async () => {
    const code = await asked()
    const other = await givenPerson(app, { email: newEmail })
    expect(await refusalOf(code)).toBe('EMAIL_TAKEN')
    expect(await emailNow()).toBe(person.email)
    expect((await app.dataOf(getProfile, {}, other)).userData.userId).toBe(other.userId)
  })

  test('if somebody has taken and left it before it is confirmed, because they can return to it', async () => {
    const code = await asked()
    await givenEmailChange(app, await givenPerson(app, { email: newEmail }), `after-${newEmail}`)
    expect(await refusalOf(code)).toBe('EMAIL_TAKEN')
    expect(await emailNow()).toBe(person.email)
  })
})

test('nobody can mail more strangers than the limit allows', async () => {
  const limited = await startApp({ sharing: app, environment: { RATE_LIMIT: 'on' } })
  const mostCalls = changeEmail.limit?.perAddress ?? 0
  const statuses: number[] = []
  for (let asked = 0; asked <= mostCalls; asked++) {
    const body = { email: `stranger${asked}-${newEmail}` }
    statuses.push((await limited.call(changeEmail, { body }, person.token)).status)
  }
  expect(statuses).toEqual([...Array(mostCalls).fill(200), 429])
  await limited.close()
})

test('changes that can no longer be undone, and changes that stay unconfirmed for long, are deleted', async () => {
  const own = await startApp({ sharing: app, works: false })
  await givenEmailChange(app, person, newEmail)
  await ask(`next-${newEmail}`)
  const kept = async () => {
    await sweepEmailChanges(own.services)
    const rows = await app.query('select old_email from user_email_changes where user_id = $1 order by 1', [
      person.userId,
    ])
    return rows.map((row) => row.old_email)
  }
  expect(await kept()).toEqual([person.email, null])
  own.pass({ minutes: week + 5 })
  expect(await kept()).toEqual([null])
  own.pass({ minutes: 15 })
  expect(await kept()).toEqual([])
  await own.close()
})

function ask(email: string) {
  return app.send(changeEmail, { email }, person)
}

/** Requests the new email and returns the emailed code. */
async function asked() {
  await ask(newEmail)
  return codeMailedTo(app, newEmail, 'confirm-email')
}

function confirm(code: string) {
  return app.send(confirmEmail, { code }, person)
}

async function refusalOf(code: string): Promise<RefusalCode | undefined> {
  return (await confirm(code)).failure?.code
}

async function profileStatus(token: string) {
  return (await app.call(getProfile, {}, token)).status
}

async function waiting(): Promise<string | null> {
  return (await app.dataOf(getEmailChange, {}, person)).newEmail
}

async function emailNow() {
  return (await app.dataOf(getProfile, {}, person)).userData.email
}

async function isRegistered(email: string) {
  return (await app.dataOf(checkEmailExists, { query: { email } })).emailExists
}
