import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inviteAdministrator } from '#contract/people/administrators/calls.ts'
import {
  resetPassword,
  sendPasswordReset,
  sendSignInLink,
  signInWithLink,
  signInWithPassword,
} from '#contract/people/identity/calls.ts'
import { createUser } from '#contract/people/sessions/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import type { TestApp } from '#test/app.ts'
import { expectRefusal, expectSuccess, startApp, until } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { FakeFirebase } from '#test/fake-firebase.ts'
import { startFakeFirebase } from '#test/fake-firebase.ts'
import { exchange, givenAdministrator, givenTypedAgain } from '#test/given.ts'

const password = 'the password at Firebase'
const logLines: string[] = []
let app: TestApp
let firebase: FakeFirebase
let email: string
let people = 0
beforeAll(async () => {
  firebase = await startFakeFirebase({ clock: () => app.services.clock() })
  app = await startApp({ environment: { ...firebase.environment, LOG_LEVEL: 'warn' }, logLines })
})
beforeEach(() => {
  email = `person${++people}@example.com`
  logLines.length = 0
})
afterEach(() => {
  firebase.refuseAll(undefined)
  firebase.protectEmails(true)
})
afterAll(async () => {
  await app.close()
  await firebase.close()
})

describe('errors from Firebase become our own:', () => {
  test('an unknown email is never revealed, whether or not the project protects emails', async () => {
    firebase.add({ email, password, emailVerified: true })
    for (const isProtected of [true, false]) {
      firebase.protectEmails(isProtected)
      const answers = [await withPassword('wrong'), await withPassword(password, 'nobody@example.com')]
      expect(answers.map(({ failure }) => failure?.message)).toEqual([
        'Password mismatch',
        'Password mismatch',
      ])
      expect((await app.send(sendPasswordReset, { email: 'nobody@example.com' })).wire).toEqual({})
    }
  })

  test('a disabled account is revealed only to a person who can read its mails', async () => {
    firebase.add({ email, password, emailVerified: true, disabled: true })
    await expectRefusal(withPassword(password), 'WRONG_PASSWORD')
    await expectRefusal(withLink(await linkCode()), 'ACCOUNT_DISABLED')
  })

  test('an expired link counts as spent', async () => {
    const code = await linkCode()
    firebase.expireCodes()
    await expectRefusal(withLink(code), 'LINK_SPENT')
  })

  test.each(['TOO_MANY_ATTEMPTS_TRY_LATER', 'QUOTA_EXCEEDED : Exceeded quota for email links'])(
    '%s is answered with TOO_MANY',
    async (word) => {
      firebase.refuseAll(word)
      await expectRefusal(askForLink(), 'TOO_MANY')
    },
  )

  test.each([
    'OPERATION_NOT_ALLOWED',
    'UNAUTHORIZED_DOMAIN : DOMAIN_NOT_WHITELISTED',
    'CONFIGURATION_NOT_FOUND',
    'A sentence without a word of its own',
  ])(
    'an error that only the operator can fix is logged and answered with IDENTITY_AWAY: %s',
    async (word) => {
      firebase.refuseAll(word)
      await expectRefusal(askForLink(), 'IDENTITY_AWAY')
      await until(async () => logLines.some((line) => line.includes('docs/firebase.md')))
      const said = /^[A-Z_]+(?= :|$)/.exec(word)?.[0] ?? 'HTTP_400'
      expect(logLines.join()).toContain(`"code":"${said}"`)
      expect(logLines.join()).not.toContain(email)
    },
  )

  test('a password that is too weak for the project is refused at its field', async () => {
    await givenAdministrator(app, email)
    await app.send(sendPasswordReset, { email })
    const code = await mailedCode()
    firebase.refuseAll('PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [upper]')
    const body = { email, code, password: 'all of it in small letters' }
    // The first call reads the code's email, and is refused, too.
    const { failure } = await app.send(resetPassword, body)
    expect(failure?.fields).toEqual({ password: 'Please choose a stronger password' })
  })
})

test('a check of a verified password is retried after a second if Firebase fails, and a link is not', async () => {
  firebase.add({ email, password, emailVerified: true })
  firebase.faults.failNext('before')
  firebase.calls.length = 0
  await expectSuccess(withPassword(password))
  const [first, second] = firebase.calls.filter(({ name }) => name === 'accounts:signInWithPassword')
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990)

  const code = await linkCode()
  firebase.faults.failNext('after')
  await expectRefusal(withLink(code), 'IDENTITY_AWAY')
  expect(firebase.calls.filter(({ name }) => name === 'accounts:signInWithEmailLink')).toHaveLength(1)
})

test('a person with a password and an unverified mailbox gets a link to choose another password', async () => {
  await givenAdministrator(app, email)
  firebase.add({ email, password })
  await expectRefusal(withPassword(password), 'EMAIL_NOT_VERIFIED')
  const code = await mailedCode()
  await app.send(resetPassword, { email, code, password: 'a password that is proven' })
  const { idToken } = (await withPassword('a password that is proven')).data
  expect((await exchange(app, idToken)).data.isAdmin).toBe(true)
})

test('a new administrator gets a link to a first password without an account at Firebase', async () => {
  await givenAdministrator(app, email)
  await app.send(sendPasswordReset, { email })
  const code = await mailedCode()
  await app.send(resetPassword, { email, code, password })
  // A link opened before its first use does not remove it either.
  await expectSuccess(withLink(await linkCode()))
  expect((await exchange(app, (await withPassword(password)).data.idToken)).data.isAdmin).toBe(true)
})

test('an invitation mail leads to the page where a password is chosen', async () => {
  const { token } = await givenAdministrator(app, `chief-${email}`)
  await givenTypedAgain(app, token)
  await expectSuccess(app.send(inviteAdministrator, { email }, token))
  const [mail] = await app.mailsTo(email)
  expect(mail?.text).toContain(`${app.services.config.publicUrl}/admin/forgot-password`)
  expect(mail?.text).not.toContain('7 days')
})

test('a password that was verified at Firebase before stays after it is used here', async () => {
  await givenAdministrator(app, email)
  firebase.add({ email, password, emailVerified: true })
  await expectSuccess(withPassword(password))
  await expectSuccess(withLink(await linkCode()))
  await expectSuccess(withPassword(password))
})

test('a password that a stranger chose for an address is gone once its owner opens a link', async () => {
  firebase.add({ email, password })
  await signUp()
  expect(firebase.find(email)?.password).not.toBe(password)
  await expectRefusal(withPassword(password), 'WRONG_PASSWORD')
  // A password chosen afterwards stays.
  Object.assign(firebase.find(email) ?? {}, { password: 'of the owner' })
  await expectSuccess(withLink(await linkCode()))
  expect(firebase.find(email)?.password).toBe('of the owner')
})

test('an ID token from Firebase itself signs a person in, and makes nobody an administrator', async () => {
  const administrator = await givenAdministrator(app, email)
  const sub = firebase.add({ email, password, emailVerified: true }).localId
  const { data } = await exchange(app, await firebase.sign({ sub, email, email_verified: true }))
  expect(data).toMatchObject({ isAdmin: false, userData: { userId: administrator.userId } })
})

describe('passwords are checked again and again:', () => {
  let token: string
  beforeEach(async () => {
    await givenAdministrator(app, email)
    firebase.add({ email, password, emailVerified: true })
    token = (await exchange(app, (await withPassword(password)).data.idToken)).data.token
  })

  const recheck = async () => {
    await app.write((work) => work.addJobs('recheck-passwords', [{}]))
    await app.untilJobsAreDone()
  }
  const isSignedIn = async () => (await app.call(getProfile, {}, token)).status === 200
  const tokensKept = async () => {
    const rows = await app.query('select count(*)::int as kept from identity_refresh_tokens')
    return rows[0].kept as number
  }

  test('a session continues with a token that keeps the time of its sign-in', async () => {
    app.pass({ minutes: 20 })
    firebase.calls.length = 0
    await recheck()
    expect(firebase.calls.map(({ name }) => name)).toContain('token')
    expect(await isSignedIn()).toBe(true)
  })

  test.each<[string, () => void]>([
    ['was disabled', () => Object.assign(firebase.find(email) ?? {}, { disabled: true })],
    ['was deleted', () => firebase.remove(email)],
    [
      'got another password on a Google page',
      () => Object.assign(firebase.find(email) ?? {}, { validSince: app.services.clock().getTime() + 1 }),
    ],
    ['is no longer verified', () => Object.assign(firebase.find(email) ?? {}, { emailVerified: false })],
  ])('an administrator whose account %s is signed out', async (_, change) => {
    change()
    await recheck()
    expect(await isSignedIn()).toBe(false)
  })

  test('a token that no session needs is deleted once it can no longer begin one', async () => {
    await app.query('delete from sessions')
    await recheck()
    const before = await tokensKept()
    app.pass({ minutes: 20 })
    await recheck()
    expect([before > 0, await tokensKept()]).toEqual([true, 0])
  })

  test('no session ends while Firebase is away or answers something else', async () => {
    firebase.refuseAll('OPERATION_NOT_ALLOWED')
    await recheck()
    expect(await isSignedIn()).toBe(true)
    firebase.refuseAll(undefined)
    firebase.faults.failNext('before', 2)
    await recheck()
    expect(await isSignedIn()).toBe(true)
  })
})

test('a link leads on to the slot that its person has chosen', async () => {
  await app.send(sendSignInLink, { email, eventSlotId: 12 })
  await mailedCode()
  expect(firebase.mailsTo(email)[0]?.continueUrl).toMatch(/\/handle-redirect-login\?slot=12$/)
})

function withLink(code: string) {
  return app.send(signInWithLink, { email, code })
}

function withPassword(typed: string, to = email) {
  return app.send(signInWithPassword, { email: to, password: typed })
}

function askForLink() {
  return app.send(sendSignInLink, { email })
}

async function linkCode() {
  await expectSuccess(askForLink())
  return mailedCode()
}

async function mailedCode() {
  await until(async () => firebase.mailsTo(email).length > 0)
  return firebase.mailsTo(email)[0]?.oobCode ?? ''
}

async function signUp() {
  const { idToken: authToken } = (await withLink(await linkCode())).data
  return await app.dataOf(createUser, { body: { authToken, email, ...completeProfile } })
}
