import { superuser } from '@portal/embedded-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { yearsKept } from '#contract/counting/certificates/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'

/** Every append-only table, with the row values that its checks need. */
const tables: Record<string, Record<string, string>> = {
  activities: {},
  attendance_answers: {},
  attendance_decisions: { act: "'settle'", from_at: 'null', to_at: 'null' },
  attendance_readings: { kind: "'polls'" },
  attendance_reports: { origin: "'upload'" },
  attendance_visits: { role: "'host'", medium: "'phone'", status: "'present'" },
  certificate_credentials: {},
  certificates: {},
  check_ins: { act: "'in'", undone_id: 'null', how: "'ticket'" },
  credit_findings: {},
  credit_review_answers: {},
  credit_reviews: {},
  credit_rules: {},
  credits: { minutes: '60', source: "'csv'", act: "'set'", reversal: "'undo'" },
  join_openings: {},
  platform_identities: {},
  poll_code_answers: {},
  poll_codes: { opens_at: "'epoch'", code: "'22222'" },
  providers: {},
  sign_in_sheets: {},
  slot_agendas: {},
}
const names = Object.keys(tables)

/** Rows that may be deleted after three years, by the column that these count from. */
const kept = {
  attendance_decisions: 'decided_at',
  attendance_reports: 'received_at',
  credit_reviews: 'asked_at',
  join_openings: 'opened_at',
  poll_code_answers: 'answered_at',
  poll_codes: 'closes_at',
  sign_in_sheets: 'uploaded_at',
}

/** Words and files about a person, which can be emptied. */
const emptied = [
  'credit_reviews.words',
  'credit_reviews.file',
  'credit_reviews.file_name',
  'credit_review_answers.words',
]

/** Two values of each type. */
const values: Record<string, [value: string, another: string]> = {
  bigint: ['7', '8'],
  boolean: ['false', 'true'],
  bytea: ["'x'", "'y'"],
  date: ["'2027-02-09'", "'2027-02-10'"],
  'date[]': ["'{}'", "'{2027-02-10}'"],
  integer: ['7', '8'],
  'integer[]': ["'{}'", "'{8}'"],
  jsonb: ["'[]'", "'[8]'"],
  text: ["'x'", "'y'"],
  'text[]': ["'{}'", "'{y}'"],
  'timestamp with time zone': ["'2027-02-09T08:00Z'", "'2027-02-10T08:00Z'"],
  'time without time zone': ["'08:00'", "'09:00'"],
  uuid: ["'00000000-0000-4000-8000-000000000001'", "'00000000-0000-4000-8000-000000000002'"],
}

let app: TestApp
/** Foreign keys and triggers don't apply to it. */
let maker: pg.Client
beforeAll(async () => {
  app = await startApp({ works: false })
  maker = new pg.Client({ ...app.connection, user: superuser })
  await maker.connect()
  await maker.query('set session_replication_role = replica')
})
afterAll(async () => {
  await maker.end()
  await app.close()
})

test('these tables are append-only', async () => {
  const rows = await app.query(
    "select tgrelid::regclass::text as name from pg_trigger where tgname = 'append_only' and tgenabled = 'O' order by 1",
  )
  expect(rows.map(({ name }) => name)).toEqual(names)
})

test.each(names)('no column of %s can be changed', async (table) => {
  await givenRow(table)
  for (const { name, type } of await columnsOf(table)) {
    for (const value of [values[type]?.[1], ...(emptied.includes(`${table}.${name}`) ? [] : ['null'])]) {
      const change = app.query(`update ${table} set ${name} = ${value}`)
      await expect(change, name).rejects.toThrow(`${table} is append-only`)
    }
  }
  await expect(app.query(`truncate ${table}`)).rejects.toThrow(`permission denied for table ${table}`)
})

// A leaked key is given up by deleting what it signed.
test.each(names.filter((name) => name !== 'certificate_credentials'))(
  'no row of %s can be deleted while it is new',
  async (table) => {
    await givenRow(table)
    await expect(app.query(`delete from ${table}`)).rejects.toThrow(`${table} is append-only`)
  },
)

test.each(Object.entries(kept))(
  'a row of %s can be deleted after the years that evidence is kept',
  async (table, from) => {
    await givenRow(table)
    const age = (hours: number) =>
      maker.query(
        `update ${table} set ${from} = now() - interval '${yearsKept} years' + interval '${hours} hours'`,
      )
    await age(1)
    await expect(app.query(`delete from ${table}`)).rejects.toThrow(`${table} is append-only`)
    await age(-1)
    await app.query(`delete from ${table}`)
  },
)

test('words and files about a person can be emptied, and a poll code be withdrawn once', async () => {
  for (const table of ['credit_reviews', 'credit_review_answers', 'poll_codes']) await givenRow(table)
  await app.query("update credit_reviews set words = '', file = null, file_name = ''")
  await app.query("update credit_review_answers set words = ''")
  await maker.query('update poll_codes set withdrawn_at = null')
  await app.query('update poll_codes set withdrawn_at = now()')
  for (const time of ['null', "'2027-02-10T08:00Z'"]) {
    await expect(app.query(`update poll_codes set withdrawn_at = ${time}`)).rejects.toThrow('append-only')
  }
})

/** Makes a row the only one of a table, with a value in each writable column. */
async function givenRow(table: string) {
  const columns = await columnsOf(table)
  const row = columns.map(({ name, type }) => tables[table]?.[name] ?? values[type]?.[0])
  await maker.query(`delete from ${table}`)
  await maker.query(
    `insert into ${table} (${columns.map(({ name }) => name).join(', ')}) values (${row.join(', ')})`,
  )
}

async function columnsOf(table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await maker.query(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''`,
    [table],
  )
  return rows
}
