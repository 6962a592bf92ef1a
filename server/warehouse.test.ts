import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { superuser } from '@portal/embedded-postgres'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  givenAdministrator,
  givenCredit,
  givenEvent,
  givenPerson,
  givenRegistration,
  preparedApp,
} from '#test/given.ts'

let page: string
const app = preparedApp()
beforeAll(async () => {
  page = await readFile(join(import.meta.dirname, '../docs/warehouse.md'), 'utf8')
})

test('the warehouse has the views and columns of its page, in that order', async () => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'warehouse' group by table_name`.execute(
    app.services.db,
  )
  const described = [...page.matchAll(/^\| `(\w+)` \|.*\| (.+) \|$/gm)].map(([, name, columns = '']) => ({
    name,
    columns: [...columns.matchAll(/`(\w+)`/g)].map(([, column]) => column),
  }))
  expect(rows.toSorted(byName)).toEqual(described.toSorted(byName))
})

test('its role reads hours and certificates, but no table of the portal', async () => {
  const [administrator, person] = [await givenAdministrator(app), await givenPerson(app)]
  const registrationId = await givenRegistration(app, person, await givenEvent(app))
  await givenCredit(app, administrator, registrationId, 8)
  await app.untilJobsAreDone()
  const client = new pg.Client({ ...app.connection, user: superuser })
  await client.connect()
  onTestFinished(() => client.end())
  // Other tests share the cluster and its roles: all of this is undone.
  await client.query('begin')
  onTestFinished(() => client.query('rollback').then(() => undefined))
  await client.query('create role warehouse_reader')
  for (const grant of page.match(/^grant .*;$/gm) ?? []) await client.query(grant)
  await client.query('set local role warehouse_reader')

  const example = page.match(/^select[^`]*;/m)?.[0] ?? ''
  expect((await client.query(example)).rows).toEqual([expect.objectContaining({ count: 1 })])
  const state = `select state, hours from warehouse.certificates where registration_id = ${registrationId}`
  expect((await client.query(state)).rows).toEqual([{ state: 'valid', hours: 8 }])
  await expect(client.query('select email from users')).rejects.toThrow('permission denied')
})

function byName(one: { name?: string | undefined }, other: { name?: string | undefined }) {
  return (one.name ?? '').localeCompare(other.name ?? '')
}
