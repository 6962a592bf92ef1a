import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCertificate, getYearCertificates } from '#contract/counting/certificates/calls.ts'
import {
  findEarlierCertificates,
  getOwnEarlierCertificates,
} from '#contract/counting/earlier-certificates/calls.ts'
import { getAccountData } from '#contract/office/accounts/calls.ts'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import { lockLacking } from '#server/outreach/reminders/reminder-recipients.ts'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { expectSuccess, startApp, until } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import {
  givenAdministrator,
  givenCredit,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  historyOf,
} from '#test/given.ts'
import { importsOf } from '#test/imports.ts'

let app: TestApp
let administrator: Person
let imports: ReturnType<typeof importsOf>
beforeAll(async () => {
  app = await startApp()
  administrator = await givenAdministrator(app)
  imports = importsOf(app, administrator, 'certificates')
})
afterAll(() => app.close())

const heading = 'Email,Certificate number,Issued by,Course,Dates,Hours,First name,Last name'

async function ownOf(person: Person) {
  return (await app.call(getOwnEarlierCertificates, {}, person.token)).data.certificates
}

async function byNumber(number: string) {
  return (await app.call(findEarlierCertificates, { query: { number } })).data.certificates
}

describe('a file of earlier certificates', () => {
  test('gets a verdict for each row, and names the column of what it refuses', async () => {
    const [person, credited] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
    const event = await givenEvent(app, { year: 2026 })
    const registrationId = await givenRegistration(app, credited, event, { by: administrator })
    const code = await givenCredit(app, administrator, registrationId)
    await app.untilJobsAreDone()
    const { serial } = (await app.call(getCertificate, { params: { code } })).data
    const row = (text: string) => `${text},,,\n`
    const file = `${heading}
${row(`${person.email},A-1,Acme Training,Sheet metal,2025-05-01,8 hours`)}${row(`${person.email},A-2,Acme Training,,2099-05-01,8`)}${row(`${person.email},A-3,Acme Training,,03/31/2025; 04/01/2025,8`)}${row(`${person.email},A-4,Acme Training,,2025-05-01,7.5`)}${row(`${person.email},,Acme Training,,2025-05-01,8`)}${row(`stranger@example.com,A-5,Acme Training,,2025-05-01,8`)}${row(`${person.email},${serial},Acme Training,,2025-05-01,8`)}${row(`${credited.email},A-6,Acme Training,,2026-02-10,8`)}${row(`${person.email},a-1,ACME Training,,2025-05-01,8`)}`
    const { counts, rows } = await imports.preview(file)
    expect(counts).toEqual({ new: 1, changes: 0, same: 0, refused: 8 })
    expect(rows.map(({ line, why }) => [line, why])).toEqual([
      [3, 'Dates: 01 May 2099 is in the future.'],
      [4, expect.stringMatching(/^Dates: These days are in the renewal years .*as two certificates\.$/)],
      [5, "Hours: '7.5' is no whole number of hours."],
      [6, 'Certificate number: This cell is empty.'],
      [7, 'No account has this email. A new one needs a first and a last name.'],
      [8, 'This portal issued the certificate with this number. Its hours already count.'],
      [9, 'This portal already credits hours on 10 Feb 2026.'],
      [10, 'Row 2 is about the same certificate.'],
      [2, ''],
    ])
    expect(await ownOf(person)).toEqual([])
  })

  test('is refused where a part of its days cannot be read, and not recorded with the rest', async () => {
    const person = await givenPersonUnmailed(app)
    const days = [
      'Mar 31 - Apr 1, 2026',
      'Feb 9, Feb 10 and Feb 11, 2026',
      '02/09 - 02/10/2026 8:00 AM',
      '3/3/2026, 13/3/2026',
      '2/30/2026, 3/3/2026',
      '2/29/2026 - 3/3/2026',
    ]
    const file = [heading, ...days.map((each, at) => `${person.email},P-${at},Acme,,"${each}",8,,`)].join(
      '\n',
    )
    const { rows } = await imports.preview(file)
    expect(rows.map(({ why }) => why)).toEqual(
      days.map((each) => `Dates: '${each}' has a day that can't be read.`),
    )
  })

  test('keeps number, issuer, days and hours, which count in the ledger of their year and are in the download', async () => {
    const person = await givenPersonUnmailed(app)
    const file = `${heading}\n${person.email},K-77,Acme Training,Sheet metal,05/01/2026 - 05/03/2026,6,,\n`
    await imports.run(file, { name: 'acme.csv' })
    const days = ['2026-05-01', '2026-05-02', '2026-05-03']
    const kept = { number: 'K-77', issuer: 'Acme Training', title: 'Sheet metal', days, hours: 6 }
    expect(await ownOf(person)).toMatchObject([kept])
    const { lacking } = await write(app.services, undefined, ({ tx }) => {
      const asked = {
        season: 2027,
        now: new Date('2027-03-01T12:00:00Z'),
        today: '2027-03-01' as const,
        atMost: 1000,
      }
      return lockLacking(tx, { ...asked, isWarned: true, after: '00000000-0000-0000-0000-000000000000' })
    })
    expect(lacking.find(({ userId }) => userId === person.userId)).toMatchObject({ covered: 6 })
    const [recorded] = await historyOf(app, administrator, { userId: person.userId })
    expect(recorded).toMatchObject({
      activity: 'earlier-certificate-recorded',
      item: 'K-77 of Acme Training: 6 hours',
      reason: 'Import of acme.csv',
    })
    const url = `/api${getAccountData.path}`
    const data = (await app.request({ url, headers: { authorization: `Bearer ${person.token}` } })).body
    expect(data).toContain('K-77')
    expect(data).toContain('acme.csv')
    const again = await imports.run(file)
    expect(again.counts).toEqual({ new: 0, changes: 0, same: 1, refused: 0 })
  })

  test('is in the renewal file beside the certificates of the portal', async () => {
    const person = await givenPersonUnmailed(app)
    const event = await givenEvent(app, { year: 2026 })
    await givenCredit(app, administrator, await givenRegistration(app, person, event, { by: administrator }))
    await imports.run(`${heading}\n${person.email},R-1,Acme,,05/01/2025,4,,\n`)
    await app.untilJobsAreDone()
    const url = `/api${getYearCertificates.path.replace(':season', '2026')}`
    const answer = await app.request({ url, headers: { authorization: `Bearer ${person.token}` } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  })

  test('changes what differs, not for another account, and an undo puts it back', async () => {
    const [person, other] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
    const row = (email: string, hours: number) => `${heading}\n${email},C-1,Acme,,2025-05-01,${hours},,\n`
    await imports.run(row(person.email, 4))
    const stolen = await imports.preview(row(other.email, 4))
    expect(stolen.rows[0]?.why).toBe('This certificate is recorded for another account.')
    const { importId, counts } = await imports.run(row(person.email, 8))
    expect([counts.changes, (await ownOf(person))[0]?.hours]).toEqual([1, 8])
    expect(await imports.undo(importId)).toMatchObject({ kept: 0 })
    expect((await ownOf(person))[0]?.hours).toBe(4)
  })

  test('is undone also once a merge has moved its certificate', async () => {
    const [kept, absorbed] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
    const row = (hours: number) => `${heading}\n${absorbed.email},M-1,Acme,,2025-05-01,${hours},,\n`
    const [added, changed] = [await imports.run(row(4)), await imports.run(row(8))]
    const body = { userId: kept.userId, absorbedId: absorbed.userId, ending: [] }
    expectSuccess(await app.call(mergeAccounts, { body }, administrator.token))
    expect(await imports.undo(changed.importId)).toMatchObject({ kept: 0 })
    expect(await ownOf(kept)).toMatchObject([{ number: 'M-1', hours: 4 }])
    expect(await imports.undo(added.importId)).toMatchObject({ kept: 0 })
    expect(await ownOf(kept)).toEqual([])
    const history = await historyOf(app, administrator, { userId: kept.userId })
    expect(history.map(({ activity }) => activity).slice(0, 2)).toEqual([
      'earlier-certificate-removed',
      'earlier-certificate-changed',
    ])
  })

  test('refuses days that count already: by the portal, in another certificate or in another row', async () => {
    const [person, other] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
    const rowsOf = (...rows: string[]) => `${heading}\n${rows.map((row) => `${row},,\n`).join('')}`
    const first = `${person.email},D-1,AOPA,,05/04/2025 - 05/05/2025,8`
    await imports.run(rowsOf(first, `${person.email},D-0,Acme,,2026-02-07,8`))
    const event = await givenEvent(app, { year: 2026 })
    await givenCredit(app, administrator, await givenRegistration(app, person, event, { by: administrator }))
    const file = rowsOf(
      first,
      `${person.email},D-1,A.O.P.A.,,2025-05-05,8`,
      `${person.email},D-0,Acme,,2026-02-09,8`,
      `${person.email},D-2,Acme,,2025-05-08,8`,
      `${person.email},D-3,Acme,,05/07/2025 - 05/08/2025,8`,
      `${other.email},D-4,Acme,,2025-05-04,9`,
      `${other.email},D-5,Acme,,05/04/2025 - 05/05/2025,16`,
      `new@example.com,D-6,Acme,,2025-05-04,8,Jo,Lee`,
      `new@example.com,D-7,Acme,,2025-05-04,8,Jo,Lee`,
    )
    const { rows, counts } = await imports.preview(file)
    expect(rows.map(({ line, why }) => [line, why])).toEqual([
      [3, 'Hours on 05 May 2025 are recorded already: D-1 of AOPA.'],
      [4, 'This portal already credits hours on 09 Feb 2026.'],
      [6, 'Hours on 08 May 2025 are recorded already: D-2 of Acme.'],
      [7, 'Hours: Has to be 1 to 8, as a day has 8 at most.'],
      [10, 'Hours on 04 May 2025 are recorded already: D-6 of Acme.'],
      [5, ''],
      [8, ''],
      [9, 'A new account'],
      [2, ''],
    ])
    expect(counts).toEqual({ new: 3, changes: 0, same: 1, refused: 5 })
    expect((await imports.run(file)).counts).toEqual(counts)
  })

  test('is judged again once the person is locked', async () => {
    const person = await givenPersonUnmailed(app)
    const client = await app.services.pool.connect()
    await client.query('begin')
    await client.query('select from users where user_id = $1 for no key update', [person.userId])
    await client.query(
      `insert into earlier_certificates (user_id, number, issuer, title, days, hours, recorded_at)
       values ($1, 'L-1', 'Acme', '', '{2025-05-01}', 8, now())`,
      [person.userId],
    )
    const file = `${heading}\n${person.email},L-2,Acme,,2025-05-01,8,,\n`
    const importing = imports.run(file)
    let isDone = false
    const end = () => {
      isDone = true
    }
    void importing.then(end, end)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => isDone || (await app.query(waiting)).length > 0)
    await client.query('commit')
    client.release()
    expect((await importing).problems).toMatchObject([
      { why: 'Hours on 01 May 2025 are recorded already: L-1 of Acme.' },
    ])
  })

  test('adds accounts, which an undo removes with their certificates', async () => {
    const file = `${heading}\nnewcomer@example.com,N-1,Acme,,2025-05-01,8,Jo,Lee\nnewcomer@example.com,N-2,Acme,,2025-06-01,8,Jo,Lee\n`
    const { importId, counts } = await imports.run(file)
    expect(counts.new).toBe(2)
    expect(await imports.undo(importId)).toMatchObject({ kept: 0 })
    expect(await byNumber('N-1')).toEqual([])
    expect(await app.query("select from users where email = 'newcomer@example.com'")).toEqual([])
  })
})

test('a number answers as issued elsewhere, without a name or a signature', async () => {
  const person = await givenPersonUnmailed(app)
  await imports.run(`${heading}\n${person.email},V-1,Acme,,2025-05-01,8,,\n`)
  const found = await byNumber(' v-1 ')
  expect(found).toMatchObject([{ number: 'V-1', issuer: 'Acme', hours: 8 }])
  expect(Object.keys(found[0] ?? {})).toEqual(['number', 'issuer', 'title', 'days', 'hours', 'recordedAt'])
  const ours = await app.call(getCertificate, { params: { code: 'V-1-0000000' } })
  expect(ours.failure?.code).toBe('CERTIFICATE_NOT_FOUND')
})
