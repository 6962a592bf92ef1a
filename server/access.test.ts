import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { AdministratorRole } from '#contract/people/administrators/roles.ts'
import { administratorRoles } from '#contract/people/administrators/roles.ts'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import { declaredCalls } from '#test/declared-calls.ts'
import type { Person } from '#test/given.ts'
import {
  givenAdministrator,
  givenPerson,
  givenSession,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

/** Some calls are served only with these settings. */
const withZoomWebhooks = {
  WEBINAR: 'zoom',
  ZOOM_ACCOUNT_ID: 'account',
  ZOOM_CLIENT_ID: 'client',
  ZOOM_CLIENT_SECRET: 'hush',
  ZOOM_WEBHOOK_SECRET: 'hush',
}

const app = preparedApp({ environment: withZoomWebhooks })
const person = prepared(() => givenPerson(app))
const administrator = preparedAdministrator(app)

const all = declaredCalls.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const openToAll = all.filter(([, { access }]) => access === 'public')
const signedIn = all.filter(([, { access }]) => access !== 'public')
const ofEverybody = signedIn.filter(([, { access }]) => access === 'user')
const administrators = signedIn.filter(([, { access }]) => access !== 'user')

test('the walk over all calls covers every kind of access', () => {
  expect([openToAll.length, ofEverybody.length, administrators.length]).toEqual([
    expect.toSatisfy((count) => count >= 15),
    expect.toSatisfy((count) => count >= 9),
    expect.toSatisfy((count) => count >= 6),
  ])
})

describe('no identity is needed for the public call', () => {
  test.each(openToAll)('%s', async (_, endpoint) => {
    const callers = [undefined, 'nonsense', await tokenOf(person), await tokenOf(administrator)]
    for (const token of callers) expect(await askWith(endpoint, token)).toSatisfy(isAdmitted)
  })
})

describe('a valid session is required for', () => {
  const gone = prepared(async () => {
    const ended = await tokenOf(administrator)
    await app.request({ method: 'POST', url: '/api/private/sign-out', headers: bearer(ended) })
    const expired = await tokenOf(administrator)
    await app.update('sessions', { expiresAt: new Date() }, { tokenHash: hashOfSecret(expired) })
    return { ended, expired }
  })

  test.each(signedIn)('%s', async (_, endpoint) => {
    const wrong = [
      {},
      bearer(''),
      bearer('nonsense'),
      bearer(randomBytes(32).toString('base64url')),
      bearer(gone.ended),
      bearer(gone.expired),
      { authorization: administrator.token },
      { authorization: `Basic ${administrator.token}` },
      { cookie: `token=${administrator.token}` },
    ]
    for (const headers of wrong) {
      expect(await ask(endpoint, headers)).toEqual({ status: 401, code: 'SIGNED_OUT' })
    }
  })
})

describe('a user without the administrator role is refused before the input is read by', () => {
  test.each(administrators)('%s', async (_, endpoint) => {
    expect(await askWith(endpoint, person.token)).toEqual({ status: 403, code: 'NOT_ADMINISTRATOR' })
  })
})

/** The administrators' calls per role, except those of one's own second factor. */
const allowed: Record<AdministratorRole, (endpoint: Endpoint) => boolean> = {
  administrator: () => true,
  viewer: (endpoint) => reads(endpoint) && !exports(endpoint),
  'exporting-viewer': reads,
  'front-desk': isDoor,
}

function isDoor({ path }: Pick<Endpoint, 'path'>) {
  return /^\/private\/check-(in|out|ins)(\/|$)/.test(path)
}

function reads({ method, path }: Endpoint) {
  const isPreview = path === '/private/provider/preview' || path.endsWith('/what-if')
  const isBeforeUndo = path === '/private/bulk-jobs/:jobId/undo'
  // The slide shows the code by which a person answers.
  const isSlide = path === '/private/poll-codes/:pollCodeId'
  // Keys are seen by those who can revoke them.
  const isKeys = path === '/private/api-keys' || path.startsWith('/private/webhooks')
  // Imports are seen by those who may import.
  const isImport = path.startsWith('/private/imports')
  const isOfWriters = isBeforeUndo || isSlide || isKeys || isImport
  return isPreview || (method === 'GET' && !isOfWriters && !isDoor({ path }))
}

/** Returns true if it answers with people as a file, or with all of them. */
function exports({ path }: Endpoint) {
  return /export|inspections|credit-rosters|private\/people$|sponsor-consents|\/sources$|\/results$|\/file$|\/csv$/.test(
    path,
  )
}

describe.each(administratorRoles)('the role %s has exactly its permissions for', (role) => {
  const caller = prepared(() => givenAdministrator(app, `${role}@example.com`, role))

  test.each(administrators)('%s', async (_, endpoint) => {
    const answer = await askWith(endpoint, await tokenOf(caller))
    if (endpoint.access === 'admin' || allowed[role](endpoint)) expect(answer).toSatisfy(isAdmitted)
    else expect(answer).toEqual({ status: 403, code: 'NOT_PERMITTED' })
  })
})

describe('everybody who is signed in is served by', () => {
  test.each(ofEverybody)('%s', async (_, endpoint) => {
    for (const caller of [administrator, person])
      expect(await askWith(endpoint, await tokenOf(caller))).toSatisfy(isAdmitted)
  })
})

/** Expects an answer or a refusal of the input, neither a refusal of the caller nor a bug. */
function isAdmitted({ status, code }: { status: number; code: string | undefined }) {
  const isMissing = code === 'NOT_FOUND' || code === 'METHOD_NOT_ALLOWED'
  // Senders of signed webhooks need no session.
  if (code === 'NOTICE_NOT_PROVEN') return true
  return status !== 401 && status !== 403 && status < 500 && !isMissing
}

function tokenOf({ userId }: Person) {
  return givenSession(app, userId)
}

function bearer(token: string) {
  return { authorization: `Bearer ${token}` }
}

function askWith(endpoint: Endpoint, token: string | undefined) {
  return ask(endpoint, token === undefined ? {} : bearer(token))
}

async function ask({ method, path, body }: Endpoint, headers: Record<string, string>) {
  const answer = await app.request({
    method,
    url: `/api${path.replace(/:\w+/g, 'nothing')}`,
    headers,
    ...(body && { payload: {} }),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  const { code } = (isJson ? answer.json() : {}) as { code?: string }
  return { status: answer.statusCode, code }
}
