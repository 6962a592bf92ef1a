import { beforeEach, expect, test } from 'vitest'
import {
  resetPassword,
  sendPasswordReset,
  sendSignInLink,
  signInWithLink,
  signInWithPassword,
} from '#contract/people/identity/calls.ts'
import { addPasskey, askPasskey, beginPasskey, signInWithPasskey } from '#contract/people/passkeys/calls.ts'
import { createUser } from '#contract/people/sessions/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import { openAuthenticator } from '#test/authenticator.ts'
import {
  codeIn,
  exchange,
  givenAdministrator,
  givenIdToken,
  givenPassword,
  preparedApp,
} from '#test/given.ts'

const [password, newPassword] = ['the password that leaked', 'the password chosen now']
let email: string
let administrators = 0
const app = preparedApp()
beforeEach(async () => {
  email = `administrator${++administrators}@example.com`
  await givenAdministrator(app, email)
  await givenPassword(app, email, password)
})

test('a new password voids earlier ID tokens', async () => {
  const old = [await givenIdToken(app, email), await byPassword(password)]
  expect(await reset(await resetCode(2))).toBe(200)
  for (const authToken of old) {
    await expectRefusal(exchange(app, authToken), 'IDENTITY_NOT_PROVEN')
    const created = await app.send(createUser, { authToken, email })
    expect(created.failure?.code).toBe('IDENTITY_NOT_PROVEN')
  }
  // Also within the same second.
  for (const authToken of [await byPassword(newPassword), await givenIdToken(app, email)]) {
    await expectSuccess(exchange(app, authToken))
  }
})

test('a new password voids earlier sign-in links, digits and reset links', async () => {
  const other = await resetCode()
  await app.send(sendSignInLink, { email })
  const [mail] = await app.mailsTo(email, 2)
  const link = codeIn(mail?.text)
  const digits = /enter this code: (\d{4} \d{4})\b/.exec(mail?.text ?? '')?.[1]?.replace(' ', '') ?? ''
  expect(await reset(await resetCode(3))).toBe(200)
  for (const code of [link, digits]) {
    const answer = await app.send(signInWithLink, { email, code })
    expect(answer.failure?.code).toBe('LINK_SPENT')
  }
  expect(await reset(other)).toBe(401)
})

test('a new password voids passkeys that were made before it', async () => {
  const { token } = (await exchange(app, await byPassword(password))).data
  const authenticator = openAuthenticator()
  const { options } = await app.dataOf(beginPasskey, {}, token)
  await app.send(addPasskey, { passkey: authenticator.make(options) }, token)
  expect(await reset(await resetCode(2))).toBe(200)
  const asked = (await app.dataOf(askPasskey, {})).options
  const answer = await app.send(signInWithPasskey, { passkey: authenticator.sign(asked) })
  expect(answer.failure?.code).toBe('PASSKEY_REFUSED')
})

test('a token that is exchanged while a new password is chosen gives no lasting session', async () => {
  const authToken = await byPassword(password)
  const code = await resetCode()
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => exchange(app, authToken)),
    reset(code),
    ...Array.from({ length: 10 }, () => exchange(app, authToken)),
  ])
  expect(answers[10]).toBe(200)
  for (const answer of answers) {
    if (typeof answer === 'number' || answer.failure) continue
    expect((await app.call(getProfile, {}, answer.data)).status).toBe(401)
  }
  await expectRefusal(exchange(app, authToken), 'IDENTITY_NOT_PROVEN')
})

test('a link that is used while a new password is chosen gives no lasting session', async () => {
  for (let links = 0; links < 5; links++) {
    app.pass({ minutes: 1.1 })
    await app.send(sendSignInLink, { email })
  }
  const mails = await app.mailsTo(email, 5)
  const links = mails.map(({ text }) => codeIn(text))
  const code = await resetCode(6)
  const [status, ...answers] = await Promise.all([
    reset(code),
    ...links.map((link) => app.send(signInWithLink, { email, code: link })),
  ])
  expect(status).toBe(200)
  expect(new Set(answers.map((answer) => answer.status))).toSatisfy((seen: Set<number>) => !seen.has(503))
  for (const { data } of answers.filter((answer) => !answer.failure)) {
    await expectRefusal(exchange(app, data.idToken), 'IDENTITY_NOT_PROVEN')
  }
})

test('an old password that is checked while a new one is chosen opens no session', async () => {
  const code = await resetCode()
  const [, ...proven] = await Promise.all([
    reset(code),
    ...Array.from({ length: 10 }, () => app.send(signInWithPassword, { email, password })),
  ])
  for (const { failure, data } of proven.filter((answer) => !answer.failure)) {
    expect(failure).toBeUndefined()
    await expectRefusal(exchange(app, data.idToken), 'IDENTITY_NOT_PROVEN')
  }
})

async function resetCode(mails = 1) {
  await app.send(sendPasswordReset, { email })
  const [mail] = await app.mailsTo(email, mails)
  return codeIn(mail?.text)
}

async function reset(code: string) {
  return (await app.send(resetPassword, { email, code, password: newPassword })).status
}

async function byPassword(typed: string) {
  return (await app.dataOf(signInWithPassword, { body: { email, password: typed } })).idToken
}
