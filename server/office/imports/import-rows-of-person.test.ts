import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import { mergeAccounts, separateAccounts } from '#contract/office/accounts/merges.ts'
import type { TestApp } from '#test/app.ts'
import { expectSuccess, startApp } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenPersonUnmailed } from '#test/given.ts'
import { importsOf } from '#test/imports.ts'
import { findImported, isAbout } from './queries.ts'

let app: TestApp
let administrator: Person
let imports: ReturnType<typeof importsOf>
beforeAll(async () => {
  app = await startApp()
  administrator = await givenAdministrator(app)
  imports = importsOf(app, administrator, 'people')
})
afterAll(() => app.close())

test('the rows about a person are found by an index, also those that only have the email', async () => {
  await imports.preview('Name,Email\nJo, Found@Example.com \nKim,other@example.com\n')
  const plan = await app.services.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const about = tx.selectFrom('importRows').where(isAbout(administrator.userId, ['found@example.com']))
    expect(await about.select('line').execute()).toEqual([{ line: 2 }])
    return about.select('line').explain()
  })
  expect(JSON.stringify(plan)).not.toContain('Seq Scan')
})

test('the rows about a person are found by each email in their cells, also if an earlier release stored them', async () => {
  const { importId } = await imports.preview('Email\nanother@example.com\n')
  const found = [
    'Pat Lee <Pasted@Example.com>',
    'pasted@example.com\u00a0',
    '\u200bpasted@exam\u200bple.com',
    "'pasted@example.com'",
    'mailto:pasted@example.com',
    'another@example.com/pasted@example.com.',
  ]
  const cells = [...found, 'not.pasted@example.com', 'pasted@example.com.au', 'Pat']
  await sql`
    insert into import_rows (import_id, place, line, cells)
    select ${importId}, 100 + place, place, array[cell]
    from unnest(${cells}::text[]) with ordinality as row (cell, place)`.execute(app.services.db)
  const about = isAbout(administrator.userId, ['pasted@example.com'])
  const rows = await app.services.db.selectFrom('importRows').select('cells').where(about).execute()
  expect(rows.map(({ cells }) => cells[0])).toEqual(found)
})

describe('after a merge', () => {
  async function givenMerge() {
    const [kept, absorbed] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
    const file = `Email,Company,Consent date,Consent words\n${absorbed.email},Acme,2025-03-04,I agree\n`
    const { importId } = await imports.run(file)
    await app.query(`update users set company_name = 'Acme' where email = '${kept.email}'`)
    const body = { userId: kept.userId, absorbedId: absorbed.userId, ending: [] }
    expectSuccess(await app.call(mergeAccounts, { body }, administrator.token))
    const [{ id }] = await app.query(
      `select account_merge_id as id from account_merges where kept_id = '${kept.userId}'`,
    )
    const rowsOf = async ({ userId, email }: Person) =>
      (await findImported(app.services.db, userId, email)).map(({ content }) => content)
    return { kept, absorbed, importId, accountMergeId: id as number, rowsOf }
  }

  test('the rows of the other account are in the download until the accounts are separated', async () => {
    const { kept, absorbed, accountMergeId, rowsOf } = await givenMerge()
    expect(await rowsOf(kept)).toEqual([expect.stringContaining(absorbed.email)])
    expectSuccess(await app.call(separateAccounts, { body: { accountMergeId } }, administrator.token))
    expect(await rowsOf(kept)).toEqual([])
    expect(await rowsOf(absorbed)).toHaveLength(1)
  })

  test('a deletion of the surviving account deletes the rows, also those that lack the email', async () => {
    const { kept, importId } = await givenMerge()
    await app.query(`update import_rows set cells = '{Pat}' where import_id = '${importId}'`)
    expectSuccess(await app.call(deleteAccount, { body: { email: kept.email } }, kept.token))
    expect(await app.query(`select from import_rows where import_id = '${importId}'`)).toEqual([])
  })

  test('an undo leaves both accounts, and says so', async () => {
    const { kept, absorbed, importId } = await givenMerge()
    const undone = await imports.undo(importId)
    expect(undone.problems.map(({ email, isKept }) => [email, isKept])).toEqual([[absorbed.email, true]])
    const [{ company_name: companyName }] = await app.query(
      `select company_name from users where user_id = '${kept.userId}'`,
    )
    expect(companyName).toBe('Acme')
    expect(
      await app.query(
        `select is_given from mailing_consents where user_id in ('${kept.userId}', '${absorbed.userId}')`,
      ),
    ).toEqual([{ is_given: true }])
  })
})
