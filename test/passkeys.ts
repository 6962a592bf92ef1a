import type { PasskeyOptions } from '#contract/people/passkeys/calls.ts'
import { addPasskey, askPasskey, beginPasskey, signInWithPasskey } from '#contract/people/passkeys/calls.ts'
import type { TestApp } from './app.ts'
import type { Authenticator } from './authenticator.ts'
import { openAuthenticator } from './authenticator.ts'
import type { Person } from './given.ts'

type Holder = Pick<Person, 'token'>

/** Returns the options for a new passkey, as the portal sends them to a person's device. */
export async function askedForPasskey(app: TestApp, { token }: Holder): Promise<PasskeyOptions> {
  return (await app.call(beginPasskey, {}, token)).data.options
}

/** Adds a passkey of a person and returns its device, as Firefox on Windows would. */
export async function givenPasskey(app: TestApp, person: Holder): Promise<Authenticator> {
  const authenticator = openAuthenticator()
  const { statusCode, body } = await app.request({
    method: 'POST',
    url: `/api${addPasskey.path}`,
    headers: {
      authorization: `Bearer ${person.token}`,
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    },
    payload: { passkey: authenticator.make(await askedForPasskey(app, person)) },
  })
  if (statusCode !== 200) throw new Error(body)
  return authenticator
}

/** Signs in with a device's passkey. */
export async function signInByPasskey(app: TestApp, authenticator: Authenticator, flaws = {}) {
  const { options } = (await app.call(askPasskey, {})).data
  return app.call(signInWithPasskey, { body: { passkey: authenticator.sign(options, flaws) } })
}
