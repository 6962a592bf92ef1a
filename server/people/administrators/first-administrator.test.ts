import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  changeAdministratorRole,
  getAdministrators,
  removeAdministrator,
} from '#contract/people/administrators/calls.ts'
import { signInWithPassword } from '#contract/people/identity/calls.ts'
import { exchangeToken } from '#contract/people/sessions/calls.ts'
import { readConfig } from '#server/config.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import { urlOf } from '#test/database.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenPassword, givenPerson, givenTypedAgain } from '#test/given.ts'
import { administrationLines, ensureFirstAdministrator } from './first-administrator.ts'

const email = 'chief@example.com'
const password = 'twelve or more'
let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.close())

test('the first start creates the administrator with its password, and the next start keeps both', async () => {
  expect(await startProcess(password)).toContain(`${email} / the password you chose`)
  expect(await isAdministrator(password)).toBe(true)
  expect(await startProcess('another password')).toContain('the password you chose')
  expect([await isAdministrator(password), await isAdministrator('another password')]).toEqual([
    true,
    undefined,
  ])
})

test('a person with the ADMIN_EMAIL address becomes an administrator, and the start says so', async () => {
  const person = await givenPerson(app, { email })
  const said = await startPortal()
  expect(said).toContain(`${email} had an account already, and is an administrator now.`)
  const printed = new RegExp(`${email} / (\\S+)`).exec(said)?.[1] ?? ''
  expect(await isAdministrator(printed)).toBe(true)
  const rows = await app.query('select user_id, first_name from users where email = $1', [email])
  expect(rows).toEqual([{ user_id: person.userId, first_name: 'Pat' }])
  expect(await startPortal()).not.toContain('had an account already')
})

test('a start with a public PUBLIC_URL prints where to choose a password instead of a password', async () => {
  const said = await startProcess('', { PUBLIC_URL: 'https://portal.example.com' })
  expect(said).toContain(`${email} / choose a password at https://portal.example.com/admin/forgot-password`)
})

test('a person with a password becomes an administrator and keeps that password', async () => {
  await givenPerson(app, { email })
  await givenPassword(app, email, 'their own password')
  expect(await startPortal(password)).toContain(`${email} / the password you chose`)
  expect([await isAdministrator('their own password'), await isAdministrator(password)]).toEqual([
    true,
    undefined,
  ])
})

test('an administrator whom an earlier version left without a password gets one', async () => {
  await app.query("insert into users (email, role) values ($1, 'admin')", [email])
  await startPortal(password)
  expect(await isAdministrator(password)).toBe(true)
})

describe('while another administrator has all permissions, a start', () => {
  let other: Person
  beforeEach(async () => {
    await startPortal(password)
    other = await givenAdministrator(app, 'other@example.com')
    await givenTypedAgain(app, other.token)
  })

  test('keeps the role that the person of ADMIN_EMAIL was given', async () => {
    const { userId } = (await listed()) ?? {}
    await app.send(changeAdministratorRole, { userId: userId ?? '', role: 'viewer' }, other)
    expect(await startPortal(password)).toContain(`${email} / the password you chose`)
    expect((await listed())?.role).toBe('viewer')
  })

  test('does not restore a person who was removed, prints no password and says so', async () => {
    const { userId } = (await listed()) ?? {}
    await app.send(removeAdministrator, { userId: userId ?? '' }, other)
    const said = await startPortal(password)
    expect(said).toContain(`${email} (ADMIN_EMAIL) is not an administrator.`)
    expect(said).not.toContain(`${email} / `)
    expect(await listed()).toBeUndefined()
    expect(await isAdministrator(password)).toBeUndefined()
  })

  test('gives no role to an existing account', async () => {
    await givenPerson(app, { email: 'person@example.com' })
    await startPortal(password, { ADMIN_EMAIL: 'person@example.com' })
    expect(await listed('person@example.com')).toBeUndefined()
  })

  test('adds nobody if no ADMIN_EMAIL is set, as at the start of a restored copy', async () => {
    const said = await startPortal(password, { ADMIN_EMAIL: '' })
    expect(said).toContain('There are administrators already, so none was added. ADMIN_EMAIL is not set.')
    expect(await listed('admin@example.com')).toBeUndefined()
    expect(await isAdministrator(password, 'admin@example.com')).toBeUndefined()
  })

  test('creates an administrator for a new address', async () => {
    await startPortal(password, { ADMIN_EMAIL: 'new@example.com' })
    expect(await isAdministrator(password, 'new@example.com')).toBe(true)
  })

  async function listed(address = email) {
    const { administrators } = await app.dataOf(getAdministrators, {}, other)
    return administrators.find((one) => one.email === address)
  }
})

test('the person of ADMIN_EMAIL gets the role again once no administrator is left', async () => {
  await startPortal(password)
  await app.query("update users set role = 'user' where email = $1", [email])
  expect(await startPortal(password)).toContain('is an administrator now')
  expect(await isAdministrator(password)).toBe(true)
})

test('a person of ADMIN_EMAIL who is a viewer gets all permissions once nobody has them', async () => {
  await startPortal(password)
  await app.query("update administrators set role = 'viewer'")
  await startPortal(password)
  const rows = await app.query('select role from administrators')
  expect(rows).toEqual([{ role: 'administrator' }])
})

/** Does what a start does about the administrator; returns its output. */
async function startPortal(chosen = '', environment = {}) {
  const config = readConfig({ ADMIN_EMAIL: email, ADMIN_PASSWORD: chosen, ...environment })
  const administrator = await ensureFirstAdministrator({ ...app.services, config })
  return administrationLines(config, administrator).join('\n')
}

/** Starts the portal as `npm start` does, until it is ready, and ends it; returns its output. */
async function startProcess(chosen = '', environment = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: urlOf(app.connection),
      DEMO: 'off',
      LOG_LEVEL: 'silent',
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: chosen,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  let said = ''
  for await (const line of createInterface({ input: child.stdout })) {
    said += `${line}\n`
    if (line.startsWith('Administration')) child.kill('SIGTERM')
  }
  await gone
  return said
}

/** Returns true if a password signs an administrator in; undefined if it is wrong. */
async function isAdministrator(typed: string, address = email): Promise<boolean | undefined> {
  const proof = await app.send(signInWithPassword, { email: address, password: typed })
  if (proof.failure) return undefined
  return (await app.dataOf(exchangeToken, { body: { authToken: proof.data.idToken } })).isAdmin
}
