import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { easternInstant } from '#contract/core/season.ts'
import { generateCertificate } from '#contract/counting/certificates/calls.ts'
import {
  exportImport,
  getImport,
  importDaysKept,
  previewImport,
  startImport,
  undoImport,
  unimportedDaysKept,
} from '#contract/office/imports/calls.ts'
import { getUserConsents, updateUserByAdmin } from '#contract/people/users/edits.ts'
import { jobHandlers } from '#server/nouns.ts'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import { completeProfile } from '#test/complete-profile.ts'
import type { Person } from '#test/given.ts'
import {
  byHand,
  givenAdministrator,
  givenEvent,
  givenPerson,
  givenPersonUnmailed,
  givenRegistration,
  givenSession,
  historyOf,
} from '#test/given.ts'
import { importIn, importsOf, previewImportFile, uploadImportFile } from '#test/imports.ts'
import { loseJobs } from '#test/queue.ts'
import { workbookOf } from '#test/workbooks.ts'
import { runImport, sweepImports } from './jobs.ts'
import { findImports } from './queries.ts'

let app: TestApp
let administrator: Person
let imports: ReturnType<typeof importsOf>
beforeAll(async () => {
  app = await startApp()
  administrator = await givenAdministrator(app)
  imports = importsOf(app, administrator, 'people')
})
afterAll(() => app.close())

const heading = 'Email Address,First,Last,Company,Country,State,Zip,Phone'

async function personOf(email: string) {
  return (await app.query(`select * from users where email = '${email}'`))[0]
}

async function certificatesOf({ userId }: Person): Promise<string[]> {
  const certificates = await app.query(
    `select person_name from certificates join registrations using (registration_id) where user_id = '${userId}'`,
  )
  return certificates.map(({ person_name: name }) => name)
}

async function countMails(): Promise<number> {
  return (await app.query('select from mails')).length
}

describe('a file of people', () => {
  test('gets a verdict for each row before anything is written', async () => {
    const known = await givenPersonUnmailed(app)
    const before = await personOf(known.email)
    const file = `${heading}
new.one@example.com,Jo,Lee,Acme Air,US,TX,1001,(803) 555-0101
${known.email.toUpperCase()},Pat,O'Brien,Example Aviation,USA,SC,29201,
${known.email},Pat,,Other,,,,
broken@,Jo,Lee,,,,,
changed@example.com,Jo,Lee,,United States,Narnia,,
`
    const { counts, rows } = await imports.preview(file)
    expect(counts).toEqual({ new: 1, changes: 0, same: 1, refused: 3 })
    expect(rows.filter(({ verdict }) => verdict === 'refused').map(({ line, why }) => [line, why])).toEqual([
      [4, 'Row 3 is about the same person.'],
      [5, 'Email Address: Invalid Email'],
      [6, "State: 'Narnia' is no state of the United States."],
    ])
    expect(await personOf('new.one@example.com')).toBeUndefined()
    expect(await personOf(known.email)).toEqual(before)
  })

  test('quotes a long cell without half an emoji, which would keep the import from its end', async () => {
    const { problems } = await imports.run(
      `${heading}\nlong.cell@example.com,Jo,Lee,,${'x'.repeat(39)}😀 land,,,\n`,
    )
    expect(problems.map(({ why }) => why)).toEqual([`Country: '${'x'.repeat(39)}…' is no country.`])
  })

  test('adds accounts, changes only filled cells, names the import in the history, and mails nobody', async () => {
    const known = await givenPersonUnmailed(app)
    const mails = await countMails()
    const file = `${heading}
added@example.com,Jo,Lee,Acme Air,us,tx,1001,(803) 555-0101
${known.email},Patricia,,,,,,
`
    const done = await imports.run(file, { name: 'members.csv' })
    expect(done).toMatchObject({
      counts: { new: 1, changes: 1, same: 0, refused: 0 },
      canUndo: true,
      done: 2,
    })
    expect(await personOf('added@example.com')).toMatchObject({
      first_name: 'Jo',
      country: 'United States',
      state: 'Texas',
      zip: '01001',
      phone: '+1||8035550101',
      has_given_mailing_consent: null,
    })
    expect(await personOf(known.email)).toMatchObject({
      first_name: 'Patricia',
      last_name: "O'Brien",
      version: 1,
    })
    const [changed] = await historyOf(app, administrator, { userId: known.userId })
    expect(changed).toMatchObject({
      activity: 'profile-changed',
      reason: 'Import of members.csv',
      changes: [{ what: 'First name', from: 'Pat', to: 'Patricia' }],
      actedBy: { email: administrator.email },
    })
    const [started] = await historyOf(app, administrator, { activity: 'import-started' })
    expect(started).toMatchObject({ item: 'members.csv: 2 rows', actedBy: { email: administrator.email } })
    await app.untilJobsAreDone()
    expect(await countMails()).toBe(mails)
  })

  test('issues certificates that waited for a printable name, and mails none, and neither does its undo', async () => {
    const given = { profile: { firstName: 'ⵉⴷⵉⵔ', lastName: 'ꆈꌠ' } }
    const [named, renamed] = [await givenPerson(app, given), await givenPerson(app)]
    const event = await givenEvent(app)
    const registrations = [
      await givenRegistration(app, named, event),
      await givenRegistration(app, renamed, event),
    ]
    const credit = async (registrationId: number) => {
      await app.call(generateCertificate, { body: byHand({ registrationId, hours: 8 }) }, administrator.token)
      await app.untilJobsAreDone()
    }
    await credit(registrations[0] as number)
    const mails = await countMails()
    const file = `${heading}\n${named.email},Idir,Nosu,,,,,\n${renamed.email},ⵉⴷⵉⵔ,,,,,,\n`
    const { importId } = await imports.run(file)
    await app.untilJobsAreDone()
    expect([await certificatesOf(named), await countMails()]).toEqual([['Idir Nosu'], mails])

    await credit(registrations[1] as number)
    const asked = await countMails()
    await imports.undo(importId)
    await app.untilJobsAreDone()
    expect([await certificatesOf(renamed), await countMails()]).toEqual([["Pat O'Brien"], asked])
  })

  test('changes nothing if it is imported again', async () => {
    const file = `${heading}\nagain@example.com,Jo,Lee,Acme Air,US,TX,01001,8035550101\n`
    await imports.run(file)
    const before = await personOf('again@example.com')
    const again = await imports.run(file)
    expect(again).toMatchObject({ counts: { new: 0, changes: 0, same: 1, refused: 0 }, canUndo: false })
    expect(await personOf('again@example.com')).toEqual(before)
  })

  test('may be a workbook, whose columns are found by their headings', async () => {
    const file = workbookOf({
      People: [
        ['E-mail', 'Last Name', 'First Name', 'Shoe size'],
        ['sheet@example.com', 'Roe', 'Kim', 42],
      ],
    })
    const { data } = await uploadImportFile(app, administrator, file, { name: 'people.xlsx' })
    expect(data.columns).toEqual(['email', 'lastName', 'firstName', null])
    await imports.run(file, { name: 'people.xlsx' })
    expect(await personOf('sheet@example.com')).toMatchObject({ first_name: 'Kim', last_name: 'Roe' })
  })

  test('may have a title above its headings', async () => {
    const file = 'Members of 2026\n\nFirst;Email\nJo;titled@example.com\n'
    const { counts, rows } = await imports.preview(file)
    expect(counts).toEqual({ new: 1, changes: 0, same: 0, refused: 0 })
    expect(rows).toMatchObject([{ line: 4, email: 'titled@example.com', verdict: 'new' }])
  })

  test('is read as the last file with such headings was', async () => {
    const file = 'Electronic post,Given,Remarks\nremembered@example.com,Jo,None\n'
    const { data } = await uploadImportFile(app, administrator, file)
    expect(data.columns).toEqual([null, null, null])
    await imports.preview(file, { columns: ['email', 'firstName', null] })
    const again = await uploadImportFile(app, administrator, file)
    expect(again.data.columns).toEqual(['email', 'firstName', null])
  })

  test('records an agreement to the mailing list only with its date and words', async () => {
    const file = `Email,Consent date,Consent words
both@example.com,03/04/2025,I agree to news and to sharing.
date@example.com,03/04/2025,
words@example.com,,I agree
future@example.com,03/04/2099,I agree
`
    const { rows, counts } = await imports.preview(file)
    expect(counts).toMatchObject({ new: 3, refused: 1 })
    expect(rows.map(({ email, why }) => [email, why])).toEqual([
      ['future@example.com', 'Consent date: This date is in the future.'],
      ['both@example.com', ''],
      ['date@example.com', expect.stringContaining('it needs its date and its words')],
      ['words@example.com', expect.stringContaining('it needs its date and its words')],
    ])
    await imports.run(file)
    const both = await personOf('both@example.com')
    expect(both.has_given_mailing_consent).toBe(true)
    for (const half of ['date@example.com', 'words@example.com']) {
      expect((await personOf(half)).has_given_mailing_consent).toBeNull()
    }
    const query = { userId: both.user_id }
    const { consents } = (await app.call(getUserConsents, { query }, administrator.token)).data
    expect(consents).toMatchObject([
      {
        isGiven: true,
        textShown: 'I agree to news and to sharing.',
        answeredAt: easternInstant('2025-03-04', '00:00'),
        answeredBy: { email: administrator.email },
      },
    ])
  })
})

test.each([0, 500])(
  'a second row about one account is refused, also under its earlier email, %i rows later',
  async (between) => {
    const { userId, email } = await givenPersonUnmailed(app)
    const earlier = `earlier.${email}`
    await app.query(`insert into user_email_changes (user_id, old_email, new_email, code_hash, expires_at)
    values ('${userId}', '${earlier}', '${email}', '${userId}', now() + interval '7 days')`)
    const others = Array.from({ length: between }, (_, place) => `between${place}@example.com,Jo\n`)
    const file = `Email,First\n${email},Patricia\n${others.join('')}${earlier},Patsy\n`
    const { rows } = await imports.preview(file)
    expect(rows[0]).toMatchObject({
      email: earlier,
      verdict: 'refused',
      why: 'Row 2 is about the same person.',
    })
    const { problems } = await imports.run(file)
    expect(problems).toMatchObject([{ email: earlier, why: 'Row 2 is about the same person.' }])
    expect((await personOf(email)).first_name).toBe('Patricia')
  },
)

test('an agreement to the mailing list yields to an answer of the same Eastern day or later', async () => {
  const [before, sameDay] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
  const refuseAt = (person: Person, at: string) =>
    app.query(`with answered as (
      update users set has_given_mailing_consent = false, mailing_consent_at = '${at}'
      where user_id = '${person.userId}' returning user_id)
      insert into mailing_consents (user_id, is_given, text_shown, answered_at)
      select user_id, false, 'No more news', '${at}' from answered`)
  await refuseAt(before, '2025-03-03 23:30 America/New_York')
  await refuseAt(sameDay, '2025-03-04 06:00 America/New_York')
  const answer = ',2025-03-04,I agree'
  const file = `Email,Name,Consent date,Consent words\n${before.email},${answer}\n${sameDay.email},${answer}\n`
  const { counts } = await imports.run(file)
  expect(counts).toMatchObject({ changes: 1, same: 1 })
  expect((await personOf(before.email)).has_given_mailing_consent).toBe(true)
  expect((await personOf(sameDay.email)).has_given_mailing_consent).toBe(false)
})

describe('a file that cannot be read is refused with its row and column, and nothing is kept', () => {
  test.each<[string, string | Buffer, string]>([
    ['without rows', heading, 'no rows below it'],
    ['without anything', '', 'no line with the names of its columns'],
    [
      'with an unclosed quotation mark',
      `${heading}\na@example.com,"Jo\n`,
      'Row 2: a quotation mark is never closed',
    ],
    ['with a row of too many cells', `Email\na@example.com,Jo\n`, 'Row 2 has more cells'],
    [
      'with an endless cell',
      `Email,First\na@example.com,${'x'.repeat(3000)}\n`,
      'Row 2, First: the text is too long',
    ],
    [
      'with an endless column name',
      `Email,${'x'.repeat(3000)}\na@example.com,1\n`,
      `Row 1, ${'x'.repeat(40)}…: the text`,
    ],
    ['that is a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\x02\x01', 'latin1'), 'a picture'],
    [
      'with too much text',
      workbookOf({
        People: [
          ['Email', 'A', 'B'],
          ...Array(11_000).fill(['a@example.com', 'x'.repeat(1000), 'y'.repeat(1000)]),
        ],
      }),
      'more than 20 million characters',
    ],
    [
      'with a row that a filter hides',
      workbookOf(
        { People: [] },
        {
          more: [
            {
              name: 'xl/worksheets/sheet1.xml',
              content:
                '<worksheet><sheetData><row r="1"><c t="str"><v>Email</v></c></row><row r="2"><c t="str"><v>a@example.com</v></c></row><row r="3" hidden="1"><c t="str"><v>b@example.com</v></c></row></sheetData></worksheet>',
            },
          ],
        },
      ),
      'Row 3 is hidden, perhaps by a filter. Show or delete it, and upload the file again.',
    ],
    [
      'with a row that is struck out',
      workbookOf(
        { People: [['Email'], ['a@example.com'], [{ xml: '<c t="str" s="1"><v>b@example.com</v></c>' }]] },
        {
          more: [
            {
              name: 'xl/styles.xml',
              content:
                '<styleSheet><fonts><font/><font><strike/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs></styleSheet>',
            },
          ],
        },
      ),
      'Row 3 is struck out. Delete it, or take the line off it, and upload the file again.',
    ],
    ['with too many rows', `Email\n${'a@example.com\n'.repeat(20_001)}`, 'more than 20,000 rows'],
    ['that is no workbook', Buffer.from('PK\x03\x04nothing'), 'damaged. Open it in your spreadsheet program'],
    ['that is a PDF', '%PDF-1.7\nEmail,First\na@example.com,Jo\n', 'This seems to be a PDF.'],
    ['of bytes', Buffer.from(Array.from({ length: 999 }, (_, byte) => (byte * 7) % 32)), 'no text'],
    ['whose first line is a person', 'Jo,jo@example.com\nKim,kim@example.com\n', 'no line with the names'],
  ])('%s', async (_, file, words) => {
    const count = async () => (await app.query('select count(*)::int as count from imports'))[0].count
    const before = await count()
    const { status, failure } = await uploadImportFile(app, administrator, file)
    expect([status, failure?.fields?.file]).toEqual([422, expect.stringContaining(words)])
    expect(await count()).toBe(before)
  })

  test('of an unknown kind', async () => {
    const { failure } = await uploadImportFile(app, administrator, 'Email\n', { kind: 'planes' })
    expect(failure?.fields).toEqual({ kind: 'One of: people, registrations, certificates' })
  })

  test('with columns that do not fit', async () => {
    const { data } = await uploadImportFile(app, administrator, 'Email,Mail\na@example.com,\n')
    const params = { importId: data.importId }
    const said = async (columns: Parameters<typeof previewImportFile>[3]) => {
      const body = { columns: columns?.columns ?? [] }
      return (await app.call(previewImport, { params, body }, administrator.token)).failure?.fields?.columns
    }
    expect(await said({ columns: ['email'] })).toContain('each column')
    expect(await said({ columns: ['email', 'email'] })).toContain("Two columns are 'Email'")
    expect(await said({ columns: [null, 'firstName'] })).toContain("Choose the column with 'Email'")
    expect(await said({ columns: ['email', 'hours'] })).toContain('does not belong')
    const start = await app.call(startImport, { params, body: {} }, administrator.token)
    expect(start.failure?.code).toBe('IMPORT_NOT_PREVIEWED')
  })
})

describe('an undo', () => {
  test('deletes unused accounts, puts fields back, and leaves what has changed since', async () => {
    const [known, changedSince] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
    const file = `${heading},Consent date,Consent words
undone@example.com,Jo,Lee,,,,,,,
used@example.com,Jo,Lee,,,,,,,
${known.email},Patricia,,,,,,,2025-03-04,I agree
${changedSince.email},Patricia,,,,,,,,
`
    const { importId } = await imports.run(file)
    await givenSession(app, (await personOf('used@example.com')).user_id)
    await app.query(`update users set first_name = 'Patsy' where email = '${changedSince.email}'`)
    const undone = await imports.undo(importId)
    expect(undone).toMatchObject({ done: 4, total: 4, kept: 2, canUndo: false })
    expect(undone.problems.map(({ email, isKept }) => [email, isKept])).toEqual([
      ['used@example.com', true],
      [changedSince.email, true],
    ])
    expect(await personOf('undone@example.com')).toBeUndefined()
    expect(await personOf('used@example.com')).toBeDefined()
    expect(await personOf(known.email)).toMatchObject({ first_name: 'Pat', has_given_mailing_consent: null })
    expect(await personOf(changedSince.email)).toMatchObject({ first_name: 'Patsy' })
    const [changed] = await historyOf(app, administrator, { userId: known.userId })
    expect(changed?.reason).toBe('Undo of the import of people.csv')
  })

  test('leaves a new account that an administrator or another import has changed since', async () => {
    const file = `${heading},Consent date,Consent words
corrected@example.com,Jo,Lee,,,,,,,
enriched@example.com,Jo,Lee,,,,,,2025-03-04,I agree
agreed@example.com,Jo,Lee,,,,,,2025-03-04,I agree
`
    const { importId } = await imports.run(file)
    const { user_id: userId, version } = await personOf('corrected@example.com')
    const body = { ...completeProfile, firstName: 'Joanne', userId, version }
    await app.call(updateUserByAdmin, { body }, administrator.token)
    await imports.run(`${heading}\nenriched@example.com,,,Acme Air,,,,\n`)
    const undone = await imports.undo(importId)
    expect(undone.problems.map(({ email }) => email)).toEqual([
      'corrected@example.com',
      'enriched@example.com',
    ])
    expect(await personOf('corrected@example.com')).toMatchObject({ first_name: 'Joanne' })
    expect(await personOf('enriched@example.com')).toMatchObject({ company_name: 'Acme Air' })
    expect(await personOf('agreed@example.com')).toBeUndefined()
  })

  test('is refused for what was not imported, or twice', async () => {
    const { importId } = await imports.preview('Email\nnot.yet@example.com\n')
    const undo = async () => imports.undo(importId).catch(({ message }) => message)
    const early = await app.call(undoImport, { params: { importId } }, administrator.token)
    expect(early.failure?.code).toBe('NOT_UNDOABLE')
    await app.call(startImport, { params: { importId }, body: {} }, administrator.token)
    await importIn(app, administrator, importId, 'done')
    const again = await app.call(startImport, { params: { importId }, body: {} }, administrator.token)
    expect(again.failure?.code).toBe('IMPORT_STARTED')
    await undo()
    expect(await importIn(app, administrator, importId, 'undone')).toMatchObject({ kept: 0 })
  })
})

test('an import whose job is lost is found by the sweep, and two runs at the same time do nothing twice', async () => {
  const waiting = await startApp({ works: false })
  const by = await givenAdministrator(waiting)
  const people = Array.from({ length: 1200 }, (_, place) => `lost${place}@example.com,Jo`)
  const { importId } = await previewImportFile(waiting, by, `Email,First\n${people.join('\n')}\n`)
  await waiting.call(startImport, { params: { importId }, body: {} }, by.token)
  await loseJobs(waiting)
  await write(waiting.services, undefined, sweepImports)
  const run = () => write(waiting.services, undefined, (work) => runImport(work, { importId }))
  await Promise.all([run(), run(), run(), run()])
  expect(await importIn(waiting, by, importId, 'done')).toMatchObject({ counts: { new: 1200 }, done: 1200 })
  const [{ count }] = await waiting.query(
    "select count(*)::int as count from activities where activity = 'signed-up' and details->>'reason' is not null",
  )
  expect(count).toBe(1200)
  await waiting.close()
})

test('the list has the counts of each import, and is read in one statement', async () => {
  const { importId } = await imports.run('Email,First\nlisted@example.com,Jo\nbad,Jo\n')
  await imports.preview('Email\nlisted@example.com\n')
  await imports.undo(importId)
  let statements = 0
  const counted = app.services.db.withPlugin({
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const [uploaded, undone] = await findImports(counted)
  expect(statements).toBe(1)
  const counts = { new: 0, changes: 0, same: 0, refused: 0 }
  const uploadedBy = 'Portal Administrator'
  expect(uploaded).toMatchObject({ state: 'uploaded', counts, hasRows: true, uploadedBy })
  expect(undone).toMatchObject({ importId, state: 'undone', counts: { ...counts, new: 1, refused: 1 } })
})

test('the result of each row can be downloaded', async () => {
  const { importId } = await imports.run('Email,"First, name"\nresult@example.com,=Jo\nbad,Jo\n')
  const url = `/api${exportImport.path.replace(':importId', importId)}`
  const { body } = await app.request({ url, headers: { authorization: `Bearer ${administrator.token}` } })
  expect(body.split('\r\n')).toEqual([
    '\ufeffRow,Result,Why,Email,First name',
    "2,New,--,result@example.com,'=Jo",
    '3,Refused,Email: Invalid Email,bad,Jo',
    '',
  ])
})

test('rows are deleted after their time, and files that nobody imported sooner', async () => {
  const done = await imports.run('Email\nkept@example.com\n')
  const { importId } = await imports.preview('Email\nkept@example.com\n')
  // Sessions end, too.
  const read = async (id: string) =>
    app.call(getImport, { params: { importId: id } }, await givenSession(app, administrator.userId))
  const expire = () => jobHandlers(app.services)['expire-records']({}, { isLast: true })
  app.pass({ minutes: unimportedDaysKept * 24 * 60 })
  await expire()
  expect((await read(importId)).failure?.code).toBe('IMPORT_NOT_FOUND')
  expect((await read(done.importId)).data).toMatchObject({ hasRows: true, canUndo: true })
  app.pass({ minutes: importDaysKept * 24 * 60 })
  await expire()
  expect((await read(done.importId)).data).toMatchObject({ hasRows: false, canUndo: false })
  expect(await personOf('kept@example.com')).toBeDefined()
})
