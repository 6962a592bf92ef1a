import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { JWK, JWTHeaderParameters } from 'jose'
import type { FakeAccounts } from './fake-firebase-accounts.ts'
import { no, openFakeAccounts } from './fake-firebase-accounts.ts'
import { openFirebaseKeys } from './firebase-keys.ts'
import type { HttpFaults } from './http-faults.ts'
import { openFaults, write } from './http-faults.ts'

export interface FakeFirebase extends Omit<FakeAccounts, 'answers'> {
  /** The environment of a portal that uses it. */
  environment: Record<string, string>
  faults: HttpFaults
  /** The calls ('accounts:signUp', 'token' or 'keys') and their times, in ms. */
  calls: { name: string; atMs: number }[]
  /** Refuses everything but the keys with this word; undefined: works again. */
  refuseAll(word: string | undefined): void
  /** Signs an ID token with other claims, header or key than Firebase would use. */
  sign(claims?: Record<string, unknown>, header?: Partial<JWTHeaderParameters>, key?: JWK): Promise<string>
  /** Returns the current signing key. */
  key(): JWK
  /** Signs with another key from now on, and publishes only that one. */
  rotateKeys(): Promise<void>
  /** Stops listening until `comeBack`. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

const projectId = 'demo-portal'
const apiKey = 'AIzaSy-an-api-key-of-the-demo-project'
const paths: [RegExp, (found: string) => string][] = [
  [/^POST \/identitytoolkit\.googleapis\.com\/v1\/(accounts:\w+)$/, (verb) => verb],
  [/^POST \/securetoken\.googleapis\.com\/v1\/token()$/, () => 'token'],
  [
    /^GET \/www\.googleapis\.com\/service_accounts\/v1\/jwk\/securetoken@system\.gserviceaccount\.com()$/,
    () => 'keys',
  ],
]

/** Starts a stand-in of Firebase Authentication that speaks HTTP on this machine, with its own keys. */
export async function startFakeFirebase({ clock = () => new Date() } = {}): Promise<FakeFirebase> {
  const faults = openFaults()
  const calls: FakeFirebase['calls'] = []
  const keys = await openFirebaseKeys()
  let refusedWith: string | undefined
  const { answers, ...accounts } = openFakeAccounts(clock, (account, begunAt) =>
    sign({
      sub: account.localId,
      user_id: account.localId,
      email: account.email,
      email_verified: account.emailVerified,
      auth_time: Math.floor(begunAt / 1000),
    }),
  )

  /** Signs Firebase's claims, which do not tell how somebody signed in. */
  function sign(
    claims: Record<string, unknown> = {},
    header?: Partial<JWTHeaderParameters>,
    by?: JWK,
  ): Promise<string> {
    const now = Math.floor(clock().getTime() / 1000)
    const firebase = { identities: { email: [claims.email] }, sign_in_provider: 'password' }
    const issued = { iss: `https://securetoken.google.com/${projectId}`, aud: projectId, auth_time: now }
    return keys.sign({ ...issued, iat: now, exp: now + 3600, firebase, ...claims }, header, by)
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://fake')
    const called = `${request.method} ${url.pathname}`
    const name = paths.flatMap(([path, nameOf]) =>
      path.test(called) ? nameOf(path.exec(called)?.[1] ?? '') : [],
    )[0]
    const body = bodyOf(request.headers['content-type'], await text(request))
    if (name === undefined) return write(response, no('Not Found', 404))
    calls.push({ name, atMs: performance.now() })
    await faults.answer(request, response, async () => {
      if (name === 'keys') return keys.published()
      if (url.searchParams.get('key') !== apiKey) {
        return no('API key not valid. Please pass a valid API key.', 400, [{ reason: 'API_KEY_INVALID' }])
      }
      if (refusedWith) return no(refusedWith)
      return (await answers[name]?.(body)) ?? no('Not Found', 404)
    })
  })

  const comeBack = (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    })
  const goAway = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const port = await comeBack(0)

  return {
    ...accounts,
    environment: {
      IDENTITY: 'firebase',
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: apiKey,
      IDENTITY_API_URL: `http://127.0.0.1:${port}`,
    },
    faults,
    calls,
    refuseAll(word) {
      refusedWith = word
    },
    sign,
    key: keys.key,
    rotateKeys: keys.rotate,
    goAway,
    comeBack: async () => void (await comeBack(port)),
    close: () => (server.listening ? goAway() : Promise.resolve()),
  }
}

function bodyOf(type: string | undefined, body: string): Record<string, string> {
  if (type?.includes('urlencoded')) return Object.fromEntries(new URLSearchParams(body))
  return body ? JSON.parse(body) : {}
}
