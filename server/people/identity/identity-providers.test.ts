import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import {
  followMailedLink,
  resetPassword,
  sendPasswordReset,
  sendSignInLink,
  sendVerification,
  signInWithLink,
  signInWithPassword,
} from '#contract/people/identity/calls.ts'
import { createUser, signOut } from '#contract/people/sessions/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import { atOnce, expectRefusal, expectSuccess } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import { exchange, givenAdministrator } from '#test/given.ts'
import type { IdentityHarness } from '#test/identity-harness.ts'
import { identityHarnesses } from '#test/identity-harness.ts'

const [password, newPassword] = ['the password until now', 'the password from now on']
const nobody = '11111111-1111-4111-8111-111111111111'

describe.each(identityHarnesses)('with %s', (_name, open) => {
  let harness: IdentityHarness
  let email: string
  let people = 0
  beforeAll(async () => {
    harness = await open()
  })
  beforeEach(() => {
    email = `person${++people}@example.com`
  })
  afterAll(() => harness.close())

  test('the first mailed link signs a person up, and the next one signs in the same person', async () => {
    const { userId } = (await signUp()).userData
    const again = await exchange(harness.app, await byLink())
    expect(again.data).toMatchObject({ userData: { userId, email }, isAdmin: false })
    await expectSuccess(harness.app.call(getProfile, {}, again.data.token))
  })

  test('a link signs in once', async () => {
    const code = await linkCode()
    await expectSuccess(withLink(code))
    await expectRefusal(withLink(code), 'LINK_SPENT')
  })

  test('only one of ten people who use a link at once signs in', async () => {
    const code = await linkCode()
    const answers = await atOnce(10, () => withLink(code))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)])
  })

  test('a link works only for the address that it was mailed to, however that is typed', async () => {
    const code = await linkCode()
    await expectRefusal(withLink(code, 'somebody-else@example.com'), 'LINK_SPENT')
    await expectSuccess(withLink(code, ` ${email.toUpperCase()} `))
  })

  test('a made-up link signs nobody in', async () => {
    await expectRefusal(withLink('made-up-code'), 'LINK_SPENT')
  })

  test('opening a link does not spend it, and leads to a page with the code in the fragment', async () => {
    const code = await linkCode()
    for (const _ of [1, 2]) {
      const { headers, status } = await harness.app.call(followMailedLink, {
        query: { mode: 'signIn', code },
      })
      expect([status, headers.location]).toEqual([303, `/handle-redirect-login#code=${code}`])
    }
    await expectSuccess(withLink(code))
  })

  test('a link that was mailed to somebody who chose a slot leads on to that slot', async () => {
    const query = { mode: 'signIn', code: 'a-code', continueUrl: 'https://portal.example.com/page?slot=12' }
    const { headers } = await harness.app.call(followMailedLink, { query })
    expect(headers.location).toBe('/handle-redirect-login?slot=12#code=a-code')
  })

  test('a request for a link gets the same answer for known and unknown addresses', async () => {
    await signUp()
    const answers = await Promise.all(
      [email, 'nobody@example.com'].map((to) => harness.app.call(sendSignInLink, { body: { email: to } })),
    )
    expect(answers.map(({ status, wire }) => [status, wire])).toEqual([
      [200, {}],
      [200, {}],
    ])
  })

  test('a signed-in person gets a link mailed to their own address', async () => {
    const { token } = await signUp()
    const code = await mailed('sign-in', () => harness.app.call(sendVerification, {}, token))
    await expectSuccess(withLink(code))
  })

  test('an ID token begins no session after a session that it began was signed out', async () => {
    await signUp()
    const authToken = await byLink()
    const { token } = (await exchange(harness.app, authToken)).data
    await harness.app.call(signOut, {}, token)
    await expectRefusal(exchange(harness.app, authToken), 'IDENTITY_NOT_PROVEN')
  })

  test('a proof for a deleted account begins no session, and its owner can sign up again', async () => {
    const { token } = await signUp()
    const authToken = await byLink()
    await expectSuccess(harness.app.call(deleteAccount, { body: { email } }, token))
    await expectRefusal(exchange(harness.app, authToken), 'IDENTITY_NOT_PROVEN')
    const anew = await harness.app.call(createUser, { body: { authToken, email, ...completeProfile } })
    expect(anew.failure?.code).toBe('IDENTITY_NOT_PROVEN')
    expect((await signUp()).userData.email).toBe(email)
  })

  describe('a password', () => {
    beforeEach(async () => {
      email = `administrator${++people}@example.com`
      await givenAdministrator(harness.app, email)
      await harness.givePassword(email, password)
    })

    test("gives an administrator's rights, and a link for the same person does not", async () => {
      const rights = [await byPassword(), await byLink()].map(async (authToken) => {
        const { isAdmin, userData } = (await exchange(harness.app, authToken)).data
        return [isAdmin, userData.email]
      })
      expect(await Promise.all(rights)).toEqual([
        [true, email],
        [false, email],
      ])
    })

    test('that is wrong is refused like one for an unknown address or for a person without a password', async () => {
      const wrong = await withPassword('not the password')
      email = `person${++people}@example.com`
      await signUp()
      expect(wrong.failure).toMatchObject({ code: 'WRONG_PASSWORD', message: 'Password mismatch' })
      for (const none of [email, 'nobody@example.com']) {
        const { failure } = await withPassword(password, none)
        expect({ ...failure, requestId: '' }).toEqual({ ...wrong.failure, requestId: '' })
      }
    })

    test('can be reset once by a mailed link, and only for its address', async () => {
      const code = await resetCode()
      await expectRefusal(reset(code, 'somebody-else@example.com'), 'LINK_SPENT')
      await expectSuccess(reset(code))
      await expectRefusal(reset(code), 'LINK_SPENT')
      await expectRefusal(withPassword(password), 'WRONG_PASSWORD')
      expect((await exchange(harness.app, await byPassword(newPassword))).data.isAdmin).toBe(true)
    })

    test('cannot be reset with the code of a sign-in link, and a reset code cannot sign in', async () => {
      await expectRefusal(reset(await linkCode()), 'LINK_SPENT')
      await expectRefusal(withLink(await resetCode()), 'LINK_SPENT')
    })

    test('that is new ends earlier sessions and voids earlier ID tokens', async () => {
      const authToken = await byPassword()
      const { token } = (await exchange(harness.app, authToken)).data
      const unused = [await byPassword(), await byLink()]
      await expectSuccess(reset(await resetCode()))
      await expectRefusal(harness.app.call(getProfile, {}, token), 'SIGNED_OUT')
      for (const old of [authToken, ...unused]) {
        await expectRefusal(exchange(harness.app, old), 'IDENTITY_NOT_PROVEN')
      }
      // Also within the same second.
      await expectSuccess(exchange(harness.app, await byPassword(newPassword)))
    })

    test('that is forgotten gets the same answer for unknown addresses, which receive no mail', async () => {
      const asked = (to: string) => harness.app.call(sendPasswordReset, { body: { email: to } })
      expect([(await asked(nobody + email)).wire, (await asked(email)).wire]).toEqual([{}, {}])
      await harness.codesTo(email, 'reset-password')
      await harness.app.untilJobsAreDone()
      expect(await harness.codesTo(nobody + email, 'reset-password', 0)).toEqual([])
      expect(await harness.codesTo(nobody + email, 'sign-in', 0)).toEqual([])
    })
  })

  test('a person who never had a password gets a sign-in link instead of a reset link', async () => {
    await signUp()
    const code = await mailed('sign-in', () => harness.app.call(sendPasswordReset, { body: { email } }))
    await expectSuccess(withLink(code))
  })

  async function signUp() {
    const body = { authToken: await byLink(), email, ...completeProfile }
    return (await harness.app.call(createUser, { body })).data
  }

  function linkCode() {
    return mailed('sign-in', () => harness.app.call(sendSignInLink, { body: { email } }))
  }

  function resetCode() {
    return mailed('reset-password', () => harness.app.call(sendPasswordReset, { body: { email } }))
  }

  /** Requests a code and returns it from the mail. */
  async function mailed(purpose: 'sign-in' | 'reset-password', ask: () => Promise<{ status: number }>) {
    const before = await harness.codesTo(email, purpose, 0)
    await expectSuccess(ask())
    return (await harness.codesTo(email, purpose, before.length + 1))[0] ?? ''
  }

  async function byLink() {
    return (await withLink(await linkCode())).data.idToken
  }

  async function byPassword(typed = password) {
    return (await withPassword(typed)).data.idToken
  }

  function withLink(code: string, to = email) {
    return harness.app.call(signInWithLink, { body: { email: to, code } })
  }

  function withPassword(typed: string, to = email) {
    return harness.app.call(signInWithPassword, { body: { email: to, password: typed } })
  }

  function reset(code: string, to = email) {
    return harness.app.call(resetPassword, { body: { email: to, code, password: newPassword } })
  }
})
