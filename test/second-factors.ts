import { TOTP } from 'otpauth'
import { signInWithPassword } from '#contract/people/identity/calls.ts'
import { beginSecondFactor, setUpSecondFactor } from '#contract/people/second-factors/calls.ts'
import type { TestApp } from './app.ts'
import { givenAdministrator, givenPassword } from './given.ts'

export const password = 'a password of an administrator'

let administrators = 0

/** Adds an administrator with a password and without a second factor. */
export async function givenAdministratorWithPassword(
  app: TestApp,
): Promise<{ userId: string; email: string }> {
  const email = `factor${++administrators}@example.com`
  const { userId } = await givenAdministrator(app, email)
  await givenPassword(app, email, password)
  return { userId, email }
}

/** Returns the ID token of a password typed just now. */
export async function typedPassword(app: TestApp, email: string): Promise<string> {
  return (await app.call(signInWithPassword, { body: { email, password } })).data.idToken
}

/** Adds an administrator whose second factor is an app, signed in with it longer ago than a proof counts. */
export async function givenApp(app: TestApp, remembersDevice = false) {
  const { userId, email } = await givenAdministratorWithPassword(app)
  const authToken = await typedPassword(app, email)
  passToStep(app)
  const offer = await app.call(beginSecondFactor, { body: { authToken, way: 'app' } })
  const secret = offer.data.app?.secret ?? ''
  const body = { authToken, code: appCode(app, secret), remembersDevice }
  const { data, headers } = await app.call(setUpSecondFactor, { body })
  await app.query('delete from second_factor_proofs')
  return { userId, email, secret, cookie: cookieIn(headers), ...data }
}

/** Moves the clock to the start of a 30-second step, so that a code is verified in its own step. */
export function passToStep({ services, pass }: TestApp): void {
  const stepMs = 30_000
  pass({ minutes: (stepMs - (services.clock().getTime() % stepMs) + 1) / 60_000 })
}

/** Returns the app's code, this many 30-second steps from now. */
export function appCode({ services }: TestApp, secret: string, steps = 0): string {
  const timestamp = services.clock().getTime() + steps * 30_000
  return new TOTP({ secret }).generate({ timestamp })
}

/** Returns a code that is wrong now. */
export function wrongCode(app: TestApp, secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => appCode(app, secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !right.includes(code),
  ) as string
}

/** Returns an answer's cookie in the form of a request's. */
export function cookieIn(headers: Record<string, unknown>): string {
  return String(headers['set-cookie'] ?? '').split(';')[0] ?? ''
}
