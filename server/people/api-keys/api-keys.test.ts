import { beforeAll, describe, expect, test } from 'vitest'
import { writesPerPerson } from '#contract/core/endpoint.ts'
import { keyPermissions } from '#contract/core/permissions.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getAccountData } from '#contract/office/accounts/calls.ts'
import { changeAdministratorRole, removeAdministrator } from '#contract/people/administrators/calls.ts'
import type { NewApiKey } from '#contract/people/api-keys/calls.ts'
import { endedKeyDays, getApiKeys, makeApiKey, revokeApiKey } from '#contract/people/api-keys/calls.ts'
import { getPeople } from '#contract/people/users/changes.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { changeRegistrations, sendConfirmationEmail } from '#contract/registrations/registrations/changes.ts'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { expectRefusal, expectSuccess, startApp, until } from '#test/app.ts'
import { declaredCalls } from '#test/declared-calls.ts'
import {
  givenAdministrator,
  givenEvent,
  givenPersonUnmailed,
  givenTypedAgain,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'
import { expireApiKeys } from './api-keys.ts'

const app = preparedApp({ environment: { TRUST_PROXY: '127.0.0.1' } })
const other = preparedApp({ sharing: app, works: false })
const administrator = preparedAdministrator(app)
beforeAll(async () => {
  await givenTypedAgain(app, administrator.token)
})

/** Makes a key like an administrator and returns it. */
async function givenKey(given: Partial<NewApiKey> = {}, by = administrator) {
  const body = { name: 'CRM', permissions: [...keyPermissions], days: 30, ...given }
  const data = await app.dataOf(makeApiKey, { body }, by)
  return data
}

async function listed(apiKeyId: number) {
  const { apiKeys } = await app.dataOf(getApiKeys, {}, administrator)
  return apiKeys.find((key) => key.apiKeyId === apiKeyId)
}

function read(at: TestApp, key: string) {
  return at.call(getAllRegisteredUsers, { query: {} }, key)
}

describe('an API key', () => {
  test('is returned once, stored as a hash, and listed with its first characters', async () => {
    const { apiKeyId, key } = await givenKey({ networks: ['127.0.0.0/8'] })
    expect(key).toMatch(/^iap_[\w-]{43}$/)
    expect(await listed(apiKeyId)).toMatchObject({
      name: 'CRM',
      prefix: key.slice(0, 12),
      networks: ['127.0.0.0/8'],
      madeBy: 'Portal Administrator',
      revokedAt: null,
      lastUsedAt: null,
    })
    const [stored] = await app.query(
      `select row_to_json(k)::text as row from api_keys k where api_key_id = ${apiKeyId}`,
    )
    expect(stored.row).not.toContain(key.slice(13))
  })

  test('makes the calls of its permissions, and no others', async () => {
    const { key } = await givenKey({ permissions: ['registrations:read'] })
    await expectSuccess(read(app, key))
    await expectRefusal(app.call(getPeople, { query: {} }, key), 'NOT_PERMITTED')
    const refused = await app.call(getEventsWithSlots, { query: {} }, key)
    expect(refused.failure).toMatchObject({
      code: 'NOT_PERMITTED',
      message: 'This API key needs the permission events:read, and so does its administrator.',
    })
  })

  test('that was copied in part, or with more, is unknown', async () => {
    const { key } = await givenKey()
    for (const wrong of [key.slice(0, -1), `${key}0`]) {
      await expectRefusal(read(app, wrong), 'API_KEY_UNKNOWN')
    }
  })

  const signedIn = declaredCalls.filter(({ access }) => access !== 'public')
  test.each(signedIn.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'with all permissions is admitted unless for people only: %s',
    async (_, { method, path, access }) => {
      const { key } = await keyOfAll()
      const url = `/api${path.replace(/:\w+/g, '1')}`
      const answer = await app.request({ method, url, headers: { authorization: `Bearer ${key}` } })
      const code = answer.headers['content-type']?.toString().includes('json')
        ? answer.json().code
        : undefined
      const isShared = ['/private/get-all-events', '/private/get-all-focus'].includes(path)
      const takesKeys = keyPermissions.some((permission) => permission === access) || isShared
      if (takesKeys) expect([401, 403]).not.toContain(answer.statusCode)
      else expect(code).toBe('FOR_PEOPLE_ONLY')
    },
  )

  test('notes its use to the minute', async () => {
    const { apiKeyId, key } = await givenKey()
    await read(app, key)
    await until(async () => (await listed(apiKeyId))?.lastUsedAt !== null)
    const first = (await listed(apiKeyId))?.lastUsedAt
    await read(app, key)
    await read(app, key)
    expect((await listed(apiKeyId))?.lastUsedAt).toEqual(first)
    app.pass({ minutes: 1 })
    await read(app, key)
    await until(async () => Number((await listed(apiKeyId))?.lastUsedAt) > Number(first))
  })

  test('ends in every process with the call that revokes it', async () => {
    const { apiKeyId, key } = await givenKey()
    for (const at of [app, other]) await expectSuccess(read(at, key))
    await app.send(revokeApiKey, { apiKeyId }, administrator)
    for (const at of [app, other]) {
      expect(await read(at, key)).toMatchObject({ status: 401, failure: { code: 'API_KEY_UNKNOWN' } })
    }
    const again = await app.send(revokeApiKey, { apiKeyId }, administrator)
    expect(again.failure?.code).toBe('API_KEY_NOT_FOUND')
  })

  test('that has expired says so, and is deleted some time later', async () => {
    const own = await startApp()
    const by = await givenAdministrator(own)
    await givenTypedAgain(own, by.token)
    const body: NewApiKey = { name: 'Short', permissions: ['registrations:read'], days: 1 }
    const { key } = (await own.call(makeApiKey, { body }, by.token)).data
    own.pass({ minutes: 24 * 60 })
    expect(await read(own, key)).toMatchObject({
      status: 401,
      failure: { code: 'API_KEY_EXPIRED', message: 'This API key has expired. Make a new one.' },
    })
    own.pass({ minutes: (endedKeyDays * 24 - 1) * 60 })
    await write(own.services, undefined, expireApiKeys)
    expect(await own.query('select 1 from api_keys')).toHaveLength(1)
    own.pass({ minutes: 2 * 60 })
    await write(own.services, undefined, expireApiKeys)
    expect(await own.query('select 1 from api_keys')).toHaveLength(0)
    await own.close()
  })

  test('works from its networks only', async () => {
    const { key } = await givenKey({ networks: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'] })
    const from = async (address: string) => {
      const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': address }
      const { method, path } = getAllRegisteredUsers
      const answer = await app.request({ method, url: `/api${path}`, headers })
      return answer.json().code ?? answer.statusCode
    }
    const withPorts = ['203.0.113.9:4711', '[2001:db8:1::1]:4711', '192.0.2.1, 203.0.113.9:4711']
    const inside = ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1::1', '198.51.100.7', ...withPorts]
    for (const address of inside) expect([address, await from(address)]).toEqual([address, 200])
    const elsewhere = ['203.0.114.9:4711', '203.0.113.9, 192.0.2.1:4711', '203.0.113.9, no address']
    for (const outside of ['203.0.114.9', '2001:db9::1', '198.51.100.8', '::1', ...elsewhere])
      expect([outside, await from(outside)]).toEqual([outside, 'API_KEY_ELSEWHERE'])
  })

  test('loses its right with its administrator: a lesser role, and a removal', async () => {
    const maker = await givenAdministrator(app, 'maker@example.com')
    await givenTypedAgain(app, maker.token)
    const { key } = await givenKey({}, maker)
    const { path, method } = sendConfirmationEmail
    const send = async () => {
      const headers = { authorization: `Bearer ${key}` }
      return (await other.request({ method, url: `/api${path}`, headers, payload: {} })).json().code
    }
    expect(await send()).toBe('INVALID_FIELDS')
    const { userId } = maker
    await app.send(changeAdministratorRole, { userId, role: 'viewer' }, administrator)
    expect(await send()).toBe('NOT_PERMITTED')
    await expectSuccess(read(other, key))
    await app.send(removeAdministrator, { userId }, administrator)
    await expectRefusal(read(other, key), 'API_KEY_UNKNOWN')
    await givenAdministrator(app, 'maker@example.com')
    await expectRefusal(read(other, key), 'API_KEY_UNKNOWN')
  })

  test('is in the history: made, revoked, and as the actor with its administrator', async () => {
    const { apiKeyId, key } = await givenKey({ name: 'Front office' })
    const person = await givenPersonUnmailed(app)
    const event = await givenEvent(app)
    const { eventId, focusId, slotIds } = event
    const slots = [{ eventId, focusId, eventSlotId: slotIds[0] }]
    const label = `Front office (${key.slice(0, 12)}…)`
    await app.send(changeRegistrations, { userId: person.userId, slots, removed: [] }, key)
    await app.send(revokeApiKey, { apiKeyId }, administrator)
    const history = async (userId: string) =>
      (await app.dataOf(getActivities, { query: { userId } }, administrator)).activities
    const actedBy = { email: administrator.email }
    expect(await history(person.userId)).toContainEqual(
      expect.objectContaining({
        activity: 'registered',
        apiKey: label,
        actedBy: expect.objectContaining(actedBy),
      }),
    )
    const [revoked, made] = await history(administrator.userId)
    expect(revoked).toMatchObject({ activity: 'api-key-revoked', item: label, actedBy })
    expect(made).toMatchObject({ activity: 'api-key-made', item: label, actedBy })
    expect(made?.apiKey).toBeUndefined()
  })

  test('is in the download of its administrator without its secret', async () => {
    const { key } = await givenKey({ name: 'Downloaded' })
    const headers = { authorization: `Bearer ${administrator.token}` }
    const { payload } = await app.request({ url: `/api${getAccountData.path}`, headers })
    expect(payload).toContain(`"prefix": "${key.slice(0, 12)}"`)
    expect(payload).not.toContain(key)
  })

  test('has limits of its own', async () => {
    const limited = await startApp({ environment: { RATE_LIMIT: 'on' } })
    const by = await givenAdministrator(limited)
    await givenTypedAgain(limited, by.token)
    const body: NewApiKey = { name: 'Busy', permissions: ['registrations:write'], days: 1 }
    const { key } = (await limited.call(makeApiKey, { body }, by.token)).data
    const send = (token: string) =>
      limited.call(sendConfirmationEmail, { body: { registrationId: 1 } as never }, token)
    for (let calls = 0; calls < writesPerPerson; calls++) await send(key)
    await expectRefusal(send(key), 'TOO_MANY')
    expect((await send(by.token)).failure?.code).not.toBe('TOO_MANY')
    await limited.close()
  })
})

describe('making an API key', () => {
  test('needs a recent proof', async () => {
    const by = await givenAdministrator(app, 'unproven@example.com')
    await app.query(
      `update sessions set created_at = now() - interval '1 hour' where user_id = '${by.userId}'`,
    )
    const body: NewApiKey = { name: 'CRM', permissions: ['registrations:read'], days: 1 }
    await expectRefusal(app.send(makeApiKey, body, by), 'PASSWORD_NOT_PROVEN')
  })

  test.each([
    ['name', { name: ' ' }, 'Please give it a name'],
    ['permissions', { permissions: [] }, 'Choose at least one permission'],
    ['days', { days: 0 }, 'Has to be a number of days from 1 to 366'],
    ['days', { days: 367 }, 'Has to be a number of days from 1 to 366'],
    [
      'networks',
      { networks: ['10.0.0.0/33'] },
      '10.0.0.0/33 is not a network, like 203.0.113.0/24 or 2001:db8::/32',
    ],
    ['networks', { networks: ['2001:db8::/129'] }, expect.stringContaining('is not a network')],
    ['networks', { networks: ['example.com'] }, 'Has to be a network, like 203.0.113.0/24 or 2001:db8::/32'],
    ['networks', { networks: ['::', ''] }, 'Has to be a network, like 203.0.113.0/24 or 2001:db8::/32'],
  ])('refuses a wrong %s: %j', async (field, given, message) => {
    const body = { name: 'CRM', permissions: ['registrations:read'], days: 1, ...given } as NewApiKey
    const { status, failure } = await app.send(makeApiKey, body, administrator)
    expect([status, failure?.fields]).toEqual([422, { [field]: message }])
  })

  test('never gives the right to make administrators', async () => {
    const body = { name: 'CRM', permissions: ['administrators:write'], days: 1 } as never
    const { failure } = await app.send(makeApiKey, body, administrator)
    expect(Object.keys(failure?.fields ?? {})).toEqual(['permissions.0'])
  })
})

let ofAll: Promise<{ key: string }> | undefined
function keyOfAll() {
  ofAll ??= givenKey()
  return ofAll
}
