import { randomUUID } from 'node:crypto'
import type { JWK } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeEmail, confirmEmail, undoEmailChange } from '#contract/people/email-changes/calls.ts'
import { createUser } from '#contract/people/sessions/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import { signProof } from '#server/core/identity/sign-id-token.ts'
import type { TestApp } from '#test/app.ts'
import { atOnce, expectRefusal, expectSuccess, startApp } from '#test/app.ts'
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

let person: Person
let newEmail: string
let people = 0
const app = preparedApp()
const other = preparedApp({ sharing: app })
beforeEach(async () => {
  person = await givenPerson(app)
  newEmail = `moved${++people}@example.com`
})

describe('the undo link that is mailed to the old email', () => {
  test('restores that email, signs everybody out, and tells both addresses', async () => {
    await givenEmailChange(app, person, newEmail)
    const [used, unused] = [await givenIdToken(app, newEmail), await givenIdToken(app, newEmail)]
    const inside = [
      person.token,
      await givenSession(app, person.userId),
      (await exchange(app, used)).data.token,
    ]
    const answer = await undo(await undoCode())
    expect(answer.data).toEqual({ userId: person.userId, email: person.email })
    for (const token of inside) expect(await profileStatus(token)).toBe(401)
    await expectRefusal(exchange(app, used), 'IDENTITY_NOT_PROVEN')
    await expectRefusal(exchange(app, unused), 'USER_NOT_FOUND')
    const { userData } = (await exchange(app, await givenIdToken(app, person.email))).data
    expect([userData.userId, userData.email]).toEqual([person.userId, person.email])
    for (const email of [person.email, newEmail]) {
      const mails = await app.mailsTo(email, email === newEmail ? 4 : 3)
      expect(mails.map(({ subject }) => subject)).toContain('Email change undone')
    }
  })

  test('voids the ID tokens of the sessions that it ends', async () => {
    const proven = await givenIdToken(app, person.email)
    await exchange(app, proven)
    await givenEmailChange(app, person, newEmail)
    await undo(await undoCode())
    await expectRefusal(exchange(app, proven), 'IDENTITY_NOT_PROVEN')
  })

  test('voids a pending change', async () => {
    await givenEmailChange(app, person, newEmail)
    const code = await askedFor(`next-${newEmail}`)
    await undo(await undoCode())
    await expectRefusal(app.send(confirmEmail, { code }), 'LINK_SPENT')
    expect(await emailOfPerson()).toBe(person.email)
  })

  test('works once, and is not used up by a scanner that opens it', async () => {
    await givenEmailChange(app, person, newEmail)
    const code = await undoCode()
    for (const method of ['GET', 'HEAD'] as const) {
      await app.request({ method, url: `/undo-email-change?code=${code}` })
      await app.request({ method, url: `/api/public/undo-email-change?code=${code}` })
    }
    expect(await emailOfPerson()).toBe(newEmail)
    await expectSuccess(undo(code))
    await expectRefusal(undo(code), 'EMAIL_CHANGE_OVER')
  })

  test('works for seven days', async () => {
    const own = await startApp({ sharing: app, works: false })
    await givenEmailChange(app, person, newEmail)
    const code = await undoCode()
    own.pass({ minutes: 7 * 24 * 60 + 1 })
    const late = await own.call(undoEmailChange, { body: { code } })
    expect([late.status, late.failure?.code]).toEqual([410, 'EMAIL_CHANGE_OVER'])
    await own.close()
  })

  test('works even if somebody else has tried to register with the old email', async () => {
    await givenEmailChange(app, person, newEmail)
    const authToken = await givenIdToken(app, person.email)
    await app.send(createUser, { authToken, email: person.email })
    await expectSuccess(undo(await undoCode()))
  })

  test('is refused if the person has become an administrator since', async () => {
    await givenEmailChange(app, person, newEmail)
    await givenAdministrator(app, newEmail)
    await expectRefusal(undo(await undoCode()), 'ADMINISTRATOR_EMAIL')
    expect(await emailOfPerson()).toBe(newEmail)
  })

  test.each(['confirm-email', 'undo-email-change'] as const)(
    'is not interchangeable: a code of /%s is refused on the other page',
    async (page) => {
      await givenEmailChange(app, person, newEmail)
      const waiting = await askedFor(`next-${newEmail}`)
      const wrong = page === 'confirm-email' ? await undo(waiting) : await confirm(await undoCode())
      expect(wrong.failure?.code).toMatch(/^(EMAIL_CHANGE_OVER|LINK_SPENT)$/)
      expect(await emailOfPerson()).toBe(newEmail)
    },
  )
})

describe('two email changes in a row', () => {
  const changedTwice = async () => {
    await givenEmailChange(app, person, newEmail)
    await givenEmailChange(app, person, `last-${newEmail}`)
    return [await undoCode(), await codeMailedTo(app, newEmail, 'undo-email-change')] as const
  }

  test('can be undone one by one, the later first', async () => {
    const [first, second] = await changedTwice()
    expect((await undo(second)).data.email).toBe(newEmail)
    expect((await undo(first)).data.email).toBe(person.email)
    expect(await emailOfPerson()).toBe(person.email)
  })

  test('are both undone by the first link, after which the second link fails', async () => {
    const [first, second] = await changedTwice()
    expect((await undo(first)).data.email).toBe(person.email)
    await expectRefusal(undo(second), 'EMAIL_CHANGE_OVER')
    const free = await givenPerson(app, { email: newEmail })
    expect(free.userId).not.toBe(person.userId)
  })
})

describe('another identity provider', () => {
  test('can prove the new email under any subject, and the old email no longer', async () => {
    const [before, after] = [randomUUID(), randomUUID()]
    expect((await exchange(app, await provenBy(before, person.email))).data.userData.userId).toBe(
      person.userId,
    )
    await givenEmailChange(app, person, newEmail)
    await expectRefusal(exchange(app, await provenBy(before, person.email)), 'EMAIL_CHANGED')
    for (const subject of [after, before]) {
      const { userData } = (await exchange(app, await provenBy(subject, newEmail))).data
      expect([userData.userId, userData.email]).toEqual([person.userId, newEmail])
    }
  })

  async function provenBy(subject: string, email: string) {
    // The embedded identity provider must know the subject; its email does not matter.
    const known = 'insert into identity_subjects (subject, email) values ($1, $2) on conflict do nothing'
    await app.query(known, [subject, `${subject}@example.com`])
    const rows = await app.query('select private_jwk from identity_keys')
    return signProof(rows[0].private_jwk as JWK, {
      issuer: `${app.services.config.publicUrl}/api/identity`,
      audience: 'ia-renewal-portal',
      subject,
      email,
      provenAt: new Date(),
      provenBy: 'link',
      minutesValid: 10,
    })
  }
})

describe('at the same moment', () => {
  const times = [1, 2, 3, 4, 5]

  test('only one of many confirmations succeeds, and only one of many undos', async () => {
    const code = await askedFor(newEmail)
    const confirmed = await atOnce(20, (index) => confirm(code, of(index)))
    expect(confirmed.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(401)])
    const back = await undoCode()
    const undone = await atOnce(20, (index) => undo(back, of(index)))
    expect(undone.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(410)])
  })

  test.each(times)('an undo wins against the next change: %i', async () => {
    await givenEmailChange(app, person, newEmail)
    const [code, back] = [await askedFor(`next-${newEmail}`), await undoCode()]
    const [confirmed, undone] = await Promise.all([confirm(code), undo(back, other)])
    expect(undone.status).toBe(200)
    expect([200, 401]).toContain(confirmed.status)
    expect(await emailOfPerson()).toBe(person.email)
  })

  test.each(times)('one of two people gets the email that both ask for: %i', async () => {
    const rival = await givenPerson(app)
    const first = await askedFor(newEmail)
    const codes = [first, await askedFor(newEmail, rival, first)]
    const answers = await Promise.all(codes.map((code, index) => confirm(code, of(index))))
    expect(answers.map(({ failure }) => failure?.code).sort()).toEqual(['EMAIL_TAKEN', undefined])
  })

  test.each(times)('an email goes to either a change or a registration, not to both: %i', async () => {
    const code = await askedFor(newEmail)
    const authToken = await givenIdToken(app, newEmail)
    const [confirmed, created] = await Promise.all([
      confirm(code),
      other.send(createUser, { authToken, email: newEmail }),
    ])
    const isSame = created.data.userData.userId === person.userId
    expect([confirmed.failure?.code, isSame]).toEqual(isSame ? [undefined, true] : ['EMAIL_TAKEN', false])
  })

  test.each(times)('nobody who signs in with the old email gets in after the change: %i', async () => {
    const proofs = [await givenIdToken(app, person.email), await givenIdToken(app, person.email)]
    const code = await askedFor(newEmail)
    const [confirmed, ...signedIn] = await Promise.all([
      confirm(code),
      ...proofs.map((authToken, index) => exchange(of(index), authToken)),
    ])
    expect(confirmed.status).toBe(200)
    for (const { status } of signedIn) expect([200, 409]).toContain(status)
    await expectRefusal(exchange(app, await givenIdToken(app, person.email)), 'EMAIL_CHANGED')
  })

  test.each(times)('nobody who signs in with the new email stays in after the undo: %i', async () => {
    await givenEmailChange(app, person, newEmail)
    const proofs = [await givenIdToken(app, newEmail), await givenIdToken(app, newEmail)]
    const back = await undoCode()
    const [undone, ...signedIn] = await Promise.all([
      undo(back),
      ...proofs.map((authToken, index) => exchange(of(index), authToken)),
    ])
    expect(undone.status).toBe(200)
    for (const answer of signedIn) {
      expect([200, 404]).toContain(answer.status)
      if (!answer.failure) expect(await profileStatus(answer.data.token)).toBe(401)
    }
    for (const authToken of proofs) expect((await exchange(app, authToken)).status).not.toBe(200)
  })

  function of(index: number): TestApp {
    return index % 2 ? other : app
  }
})

async function askedFor(email: string, { token } = person, before?: string) {
  await app.send(changeEmail, { email }, token)
  return codeMailedTo(app, email, 'confirm-email', before)
}

function undoCode() {
  return codeMailedTo(app, person.email, 'undo-email-change')
}

function confirm(code: string, at = app) {
  return at.call(confirmEmail, { body: { code } })
}

function undo(code: string, at = app) {
  return at.call(undoEmailChange, { body: { code } })
}

async function profileStatus(token: string) {
  return (await app.call(getProfile, {}, token)).status
}

async function emailOfPerson() {
  const token = await givenSession(app, person.userId)
  return (await app.dataOf(getProfile, {}, token)).userData.email
}
