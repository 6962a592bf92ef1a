import { describe, expect, test } from 'vitest'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import { undoEmailChange } from '#contract/people/email-changes/calls.ts'
import type { PasskeyOptions } from '#contract/people/passkeys/calls.ts'
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  getPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '#contract/people/passkeys/calls.ts'
import {
  addFactor,
  askFactorProof,
  askSecondStep,
  beginFactor,
  beginSecondFactor,
  getSecondFactor,
  proveSecondFactor,
  removeFactorPasskey,
  renameFactorPasskey,
  setUpSecondFactor,
  takeSecondStep,
} from '#contract/people/second-factors/calls.ts'
import { exchangeToken, getSessions } from '#contract/people/sessions/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import { expectRefusal, expectSuccess, startApp } from '#test/app.ts'
import type { Authenticator } from '#test/authenticator.ts'
import { openAuthenticator } from '#test/authenticator.ts'
import { codeMailedTo, givenEmailChange } from '#test/email-changes.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenIdToken, givenPerson, preparedApp } from '#test/given.ts'
import { askedForPasskey, givenPasskey as madePasskey, signInByPasskey } from '#test/passkeys.ts'
import { givenAdministratorWithPassword, givenApp, typedPassword } from '#test/second-factors.ts'
import { sweepChallenges } from './jobs.ts'

const app = preparedApp()

describe('a passkey of a person', () => {
  test('signs in with their rights, and shows when it was last used', async () => {
    const person = await givenPerson(app)
    const authenticator = await givenPasskey(person)
    const { data } = await signIn(authenticator)
    expect([data.userData.userId, data.isAdmin]).toEqual([person.userId, false])
    const { sessions } = await app.dataOf(getSessions, {}, data)
    expect(sessions.map(({ beganBy }) => beganBy).sort()).toEqual(['link', 'passkey'])
    const { passkeys } = await app.dataOf(getPasskeys, {}, data)
    expect(passkeys).toEqual([
      {
        passkeyId: expect.any(Number),
        name: 'Firefox on Windows',
        addedAt: expect.any(Date),
        lastUsedAt: expect.any(Date),
      },
    ])
    expect((await app.mailsTo(person.email, 2))[0]?.subject).toBe('New passkey added')
  })

  test('requires a finger, a face or a PIN, and is never made twice on one device', async () => {
    const person = await givenPerson(app)
    const authenticator = await givenPasskey(person)
    const options = await begin(person)
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: person.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.sign(options).id }],
    })
    const asked = (await app.dataOf(askPasskey, {})).options
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  })

  test('signs in once per challenge, within ten minutes', async () => {
    const authenticator = await givenPasskey(await givenPerson(app))
    const { options } = await app.dataOf(askPasskey, {})
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => authenticator.sign(options)).map((passkey) =>
        app.send(signInWithPasskey, { passkey }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const own = await startApp({ sharing: app, works: false })
    const late = (await own.call(askPasskey, {})).data.options
    own.pass({ minutes: 10.1 })
    const refused = await own.call(signInWithPasskey, { body: { passkey: authenticator.sign(late) } })
    expect([refused.status, refused.failure?.code]).toEqual([401, 'PASSKEY_REFUSED'])
    await own.call(askPasskey, {})
    await sweepChallenges(own.services)
    const rows = await app.query('select 1 from passkey_challenges where expires_at <= $1', [
      own.services.clock(),
    ])
    expect(rows).toEqual([])
    await own.close()
  })

  test.each([
    ['whose device was not unlocked', { isVerified: false }],
    ['that is used at another site', { origin: 'https://portal.example.net' }],
    ['for another domain', { rpId: 'example.net' }],
    ['whose counter does not advance', { counter: 2 }],
  ])('%s is refused, and the history records it', async (_, flaws) => {
    const person = await givenPerson(app)
    const authenticator = await givenPasskey(person)
    await expectSuccess(signIn(authenticator))
    await expectRefusal(signIn(authenticator, flaws), 'PASSKEY_REFUSED')
    const rows = await app.query('select activity from activities where user_id = $1 order by activity_id', [
      person.userId,
    ])
    expect(rows.map(({ activity }) => activity)).toEqual([
      'signed-up',
      'passkey-added',
      'passkey-used',
      'passkey-refused',
    ])
  })

  test('cannot be made with a challenge of another kind or person, at another site, or without unlocking', async () => {
    const [person, other] = [await givenPerson(app), await givenPerson(app)]
    const authenticator = openAuthenticator()
    const add = (options: PasskeyOptions, flaws = {}) =>
      app.send(addPasskey, { passkey: authenticator.make(options, flaws) }, person)
    const asked = (await app.dataOf(askPasskey, {})).options
    for (const options of [asked, await begin(other)]) await expectRefusal(add(options), 'PASSKEY_REFUSED')
    const flawed = [{ isVerified: false }, { origin: 'https://portal.example.net' }, { rpId: 'example.net' }]
    for (const flaws of flawed) await expectRefusal(add(await begin(person), flaws), 'PASSKEY_REFUSED')
    await expectSuccess(add(await begin(person)))
    // Nobody else can add the same credential.
    const taken = authenticator.make(await begin(other))
    const again = await app.send(addPasskey, { passkey: taken }, other)
    expect(again.failure?.code).toBe('PASSKEY_REFUSED')
  })

  test('can be removed only by its person, and then opens nothing', async () => {
    const [person, other] = [await givenPerson(app), await givenPerson(app)]
    const authenticator = await givenPasskey(person)
    const [passkey] = (await app.dataOf(getPasskeys, {}, person)).passkeys
    const body = { passkeyId: passkey?.passkeyId ?? 0 }
    await expectRefusal(app.send(removePasskey, body, other), 'PASSKEY_NOT_FOUND')
    await expectSuccess(app.send(removePasskey, body, person))
    await expectRefusal(signIn(authenticator), 'PASSKEY_REFUSED')
  })

  test('can be renamed by its person, which changes no access, and the history records it', async () => {
    const person = await givenPerson(app)
    const authenticator = await givenPasskey(person)
    const [{ passkeyId } = { passkeyId: 0 }] = await passkeysOf(person)
    const rename = (name: string) => app.send(renamePasskey, { passkeyId, name }, person)
    for (const wrong of ['', '  ', 'a'.repeat(61)]) {
      expect((await rename(wrong)).failure?.fields).toHaveProperty('name')
    }
    for (const name of ['The tablet at work', 'The tablet at work']) await expectSuccess(rename(name))
    expect((await passkeysOf(person)).map(({ name }) => name)).toEqual(['The tablet at work'])
    await expectSuccess(signIn(authenticator))
    const { token } = await givenAdministrator(app)
    const query = { userId: person.userId, activity: 'passkey-renamed' } as const
    const { activities } = await app.dataOf(getActivities, { query }, token)
    expect(activities).toMatchObject([
      { changes: [{ what: 'Passkey', from: 'Firefox on Windows', to: 'The tablet at work' }] },
    ])
  })

  test('cannot be renamed by another person, or after it is removed', async () => {
    const [person, other] = [await givenPerson(app), await givenPerson(app)]
    await givenPasskey(person)
    const [{ passkeyId } = { passkeyId: 0 }] = await passkeysOf(person)
    const body = { passkeyId, name: 'Mine' }
    await expectRefusal(app.send(renamePasskey, body, other), 'PASSKEY_NOT_FOUND')
    expect((await passkeysOf(person))[0]?.name).toBe('Firefox on Windows')
    await app.send(removePasskey, body, person)
    await expectRefusal(app.send(renamePasskey, body, person), 'PASSKEY_NOT_FOUND')
  })

  test('opens nothing after its account is merged into another', async () => {
    const [kept, absorbed] = [await givenPerson(app), await givenPerson(app)]
    const [own, others] = [await givenPasskey(kept), await givenPasskey(absorbed)]
    const { token } = await givenAdministrator(app)
    const body = { userId: kept.userId, absorbedId: absorbed.userId, ending: [] }
    await expectSuccess(app.send(mergeAccounts, body, token))
    await expectRefusal(signIn(others), 'PASSKEY_REFUSED')
    await expectSuccess(signIn(own))
  })

  test('opens nothing after an email change is undone, because a thief may have left it', async () => {
    const person = await givenPerson(app)
    await givenEmailChange(app, person, `thief.${person.email}`)
    const authenticator = await givenPasskey(person)
    const code = await codeMailedTo(app, person.email, 'undo-email-change')
    await expectSuccess(app.send(undoEmailChange, { code }))
    await expectRefusal(signIn(authenticator), 'PASSKEY_REFUSED')
  })

  test('is limited to twenty per person', async () => {
    const person = await givenPerson(app)
    await givenPasskey(person)
    await app.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, added_at)
       select user_id, credential_id || n, public_key, counter, transports, name, added_at
       from passkeys, generate_series(1, 19) n where user_id = $1`,
      [person.userId],
    )
    const full = await app.call(beginPasskey, {}, person)
    expect(full.failure?.code).toBe('TOO_MANY_PASSKEYS')
  })
})

describe('a passkey as a second factor', () => {
  test('gives administrator rights after the password', async () => {
    const { authenticator, email, token } = await givenFactor()
    expect(await app.dataOf(getSecondFactor, {}, token)).toMatchObject({ hasApp: false, isOn: true })
    const authToken = await typedPassword(app, email)
    const { hasApp, options } = await app.dataOf(askSecondStep, { body: { authToken } })
    expect(hasApp).toBe(false)
    const passkey = authenticator.sign(options as PasskeyOptions)
    expect(options?.allowCredentials).toMatchObject([{ id: passkey.id }])
    const data = await app.dataOf(takeSecondStep, { body: { authToken, passkey } })
    expect([data.isAdmin, (await app.call(getSecondFactor, {}, data)).status]).toEqual([true, 200])
  })

  test('that is refused does not switch the second factor on', async () => {
    const { email } = await givenAdministratorWithPassword(app)
    const authToken = await typedPassword(app, email)
    const offer = await app.send(beginSecondFactor, { authToken, way: 'passkey' })
    const flaws = { isVerified: false }
    const passkey = openAuthenticator().make(offer.data.options as PasskeyOptions, flaws)
    const refused = await app.send(setUpSecondFactor, { authToken, passkey })
    expect(refused.failure?.code).toBe('PASSKEY_REFUSED')
    expect((await app.dataOf(exchangeToken, { body: { authToken } })).isAdmin).toBe(true)
  })

  test('gives only the rights of a person without the password', async () => {
    const { authenticator } = await givenFactor()
    const { data } = await signIn(authenticator)
    expect([data.isAdmin, (await app.call(getSecondFactor, {}, data)).status]).toEqual([false, 403])
  })

  test('cannot be one that was made in the session of a mailed link', async () => {
    const [byApp, byPasskey] = [await givenApp(app), await givenFactor()]
    for (const { email } of [byApp, byPasskey]) {
      const authenticator = await givenPasskey(await byLink(email))
      const authToken = await typedPassword(app, email)
      const asked = (await app.dataOf(askSecondStep, { body: { authToken } })).options
      expect(asked !== null).toBe(email === byPasskey.email)
      const { options } = await app.dataOf(askPasskey, {})
      const body = { authToken, passkey: authenticator.sign(asked ?? options) }
      await expectRefusal(app.send(takeSecondStep, body), 'PASSKEY_REFUSED')
    }
  })

  test('cannot be seen, renamed or removed in the session of a mailed link', async () => {
    const { email, token } = await givenFactor()
    const link = await byLink(email)
    expect(await passkeysOf(link)).toEqual([])
    const [passkey] = (await app.dataOf(getSecondFactor, {}, token)).passkeys
    const body = { passkeyId: passkey?.passkeyId ?? 0 }
    for (const bearer of [link.token, token]) {
      for (const change of [removePasskey, renamePasskey] as const) {
        const refused = await app.send(change, { ...body, name: 'Mine' }, bearer)
        expect(refused.failure?.code).toBe('PASSKEY_NOT_FOUND')
      }
    }
  })

  test("can be renamed in the panel by its owner, unlike a person's own passkey", async () => {
    const { email, token } = await givenApp(app)
    const link = await byLink(email)
    await givenPasskey(link)
    const [own] = await passkeysOf(link)
    const [one, other] = [await givenFactor(), await givenFactor()]
    const factor = (await app.dataOf(getSecondFactor, {}, one)).passkeys[0]
    const rename = (passkeyId = 0, bearer = one.token) =>
      app.send(renameFactorPasskey, { passkeyId, name: 'The key at home' }, bearer)
    await expectRefusal(rename(factor?.passkeyId, other.token), 'PASSKEY_NOT_FOUND')
    await expectRefusal(rename(own?.passkeyId, token), 'PASSKEY_NOT_FOUND')
    await expectSuccess(rename(factor?.passkeyId))
    const data = await app.dataOf(getSecondFactor, {}, one)
    expect(data.passkeys[0]?.name).toBe('The key at home')
  })

  test('cannot be that of another administrator, or one that was signed for another purpose', async () => {
    const [one, other] = [await givenFactor(), await givenFactor()]
    const authToken = await typedPassword(app, one.email)
    const ask = async () =>
      (await app.dataOf(askSecondStep, { body: { authToken } })).options as PasskeyOptions
    const signIn = (await app.dataOf(askPasskey, {})).options
    const others = [signIn, await begin(await byLink(one.email))]
    const signed = [
      other.authenticator.sign(await ask()),
      ...others.map((options) => one.authenticator.sign(options)),
    ]
    for (const passkey of signed) {
      const refused = await app.send(takeSecondStep, { authToken, passkey })
      expect(refused.failure?.code).toBe('PASSKEY_REFUSED')
    }
    const passkey = one.authenticator.sign(await ask())
    await expectRefusal(app.send(signInWithPasskey, { passkey }), 'PASSKEY_REFUSED')
  })

  test('must be shown again to add another, and the last one cannot be removed', async () => {
    const { authenticator, token } = await givenFactor()
    // The proof of setting it up is over.
    app.pass({ minutes: 11 })
    const { options } = await app.dataOf(askFactorProof, {}, token)
    const shown = { passkey: authenticator.sign(options as PasskeyOptions) }
    await expectRefusal(app.send(beginFactor, { way: 'passkey' }, token), 'FACTOR_NOT_PROVEN')
    await expectSuccess(app.send(proveSecondFactor, shown, token))
    const offered = (await app.dataOf(beginFactor, { body: { way: 'passkey' } }, token)).options
    const second = openAuthenticator()
    const made = { passkey: second.make(offered as PasskeyOptions) }
    await expectSuccess(app.send(addFactor, made, token))
    const { passkeys } = await app.dataOf(getSecondFactor, {}, token)
    expect(passkeys).toHaveLength(2)
    const [newest, oldest] = passkeys.map(({ passkeyId }) => ({ body: { passkeyId } }))
    await expectSuccess(app.call(removeFactorPasskey, oldest as never, token))
    await expectRefusal(app.call(removeFactorPasskey, newest as never, token), 'LAST_FACTOR')
  })
})

const begin = (person: Person) => askedForPasskey(app, person)

/** Returns an administrator's session by an emailed link, with a person's rights. */
async function byLink(email: string) {
  const body = { authToken: await givenIdToken(app, email) }
  const { token, userData } = await app.dataOf(exchangeToken, { body })
  return { userId: userData.userId, email, token }
}

async function passkeysOf({ token }: Person) {
  return (await app.dataOf(getPasskeys, {}, token)).passkeys
}

const givenPasskey = (person: Person) => madePasskey(app, person)

const signIn = (authenticator: Authenticator, flaws = {}) => signInByPasskey(app, authenticator, flaws)

/** Returns an administrator signed in with a passkey as second factor. */
async function givenFactor() {
  const { email } = await givenAdministratorWithPassword(app)
  const authToken = await typedPassword(app, email)
  const offer = await app.send(beginSecondFactor, { authToken, way: 'passkey' })
  const authenticator = openAuthenticator()
  const passkey = authenticator.make(offer.data.options as PasskeyOptions)
  const { token } = await app.dataOf(setUpSecondFactor, { body: { authToken, passkey } })
  await expectSuccess(app.call(getProfile, {}, token))
  return { email, token, authenticator }
}
