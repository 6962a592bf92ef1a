import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { listFormats } from '#contract/core/list-files.ts'
import { exportRegisteredUsersCsv } from '#contract/registrations/registration-lists/calls.ts'
import { cancelRegistration, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { rowsFromCopy } from '#server/core/db/copied-rows.ts'
import { openList } from '#server/core/files/list-file.ts'
import { startApp, until } from '#test/app.ts'
import type { EventWithSlots } from '#test/given.ts'
import { choiceOf, givenEvent, givenPersonUnmailed, preparedAdministrator, preparedApp } from '#test/given.ts'

const header =
  'Reg Id,User Name,User Email,User Phone,User Company Name,User State,User Zip,User Country,Event Name,Event Date,Event Time,Registration Date,Hours,Join URL,Certificate'

describe("converting COPY's text to CSV", () => {
  const cases: [what: string, copy: string, csv: string][] = [
    ['turns commas into spaces', 'Acme, Inc.\tSC', 'Acme  Inc.,SC'],
    ['shows an empty cell as --', '\t\tx', '--,--,x'],
    ['escapes a formula', '=1+1\t+1\t-1\t@x', "'=1+1,'+1,'-1,'@x"],
    ['keeps a sign inside a cell', 'a=b\tc-d', 'a=b,c-d'],
    ['turns a tab, a line feed or a return in a cell into a space', 'a\\tb\\nc\\rd', 'a b c d'],
    ['quotes a cell that has quotes', '"A" b\tx"', '"""A"" b","x"""'],
    ['keeps a backslash', 'a\\\\N', 'a\\N'],
    ["keeps O'Brien, emoji and right-to-left text", "O'Brien\t🛩️\tשָׁלוֹם", "O'Brien,🛩️,שָׁלוֹם"],
    ['does not escape a formula after commas', ',=1', ' =1'],
    ['escapes a formula after a semicolon', 'Acme;=1;b;;@x', "Acme;'=1;b;;'@x"],
    ['escapes a formula with a full-width sign', '＝1+1\ta＝b;＠x', "'＝1+1,a＝b;'＠x"],
  ]
  const copy = cases.map(([, row]) => `${row}\n`).join('')
  const csv = cases.map(([, , row]) => `${row}\r\n`).join('')

  test.each(cases)('%s', async (_, row, expected) => {
    expect(await converted([`${row}\n`])).toBe(`${expected}\r\n`)
  })

  test('gives the same result wherever the text is cut into chunks', async () => {
    const bytes = Buffer.from(copy)
    // Long enough that some of it is converted before the rest arrives.
    const before = 'x'.repeat(256 * 1024)
    for (let cut = 0; cut <= bytes.length; cut++) {
      const first = Buffer.concat([Buffer.from(`${before}\n`), bytes.subarray(0, cut)])
      expect((await converted([first, bytes.subarray(cut)])) === `${before}\r\n${csv}`).toBe(true)
    }
  })

  async function converted(chunks: (string | Buffer)[]) {
    const rows = rowsFromCopy((columns) => columns)
    const csv = openList({ columns: ['Column'], rows }, 'csv')
    for (const chunk of chunks) rows.write(Buffer.from(chunk))
    rows.end()
    return (await text(csv)).slice('Column\r\n'.length)
  }
})

describe('the export', () => {
  let events: [EventWithSlots, EventWithSlots]

  const app = preparedApp({ works: false })
  const administrator = preparedAdministrator(app)
  beforeAll(async () => {
    events = [
      await givenEvent(app),
      await givenEvent(app, { eventName: 'Turbine IA Renewal Series 2027', focusId: 3 }),
    ]
    for (const event of events) {
      const { token } = await givenPersonUnmailed(app)
      const body = choiceOf(event)
      await app.send(registerForEvent, body, token)
    }
  })

  async function lines(query: Record<string, string> = {}) {
    const { payload } = await app.request({
      method: 'GET',
      url: `/api${exportRegisteredUsersCsv.path}`,
      query,
      headers: { authorization: `Bearer ${administrator.token}` },
    })
    return payload.split('\r\n')
  }

  test('has a byte order mark, one header and a line for each registration', async () => {
    const [first, ...rows] = await lines()
    expect(first).toBe(`\ufeff${header}`)
    expect(rows).toHaveLength(3)
    expect(rows.at(-1)).toBe('')
    expect(rows[1]).toMatch(
      /^\d+,Pat O'Brien,person\d+@example\.com,\(\+1\) 8035550100,Example Aviation,South Carolina,29201,United States,Piston IA Renewal Series 2027,09 Feb 2027 - 10 Feb 2027,8:00 AM - 12:00 PM Eastern,\d\d \w{3} \d{4} \d{1,2}:\d\d [AP]M Eastern,0,--,--$/,
    )
  })

  test.each([
    ['+380||441234567', 'Canada', '(+380) 441234567'],
    ['2071234567', 'United Kingdom', '(+44) 2071234567'],
    ['8035550100', '', '(+1) 8035550100'],
    ['', 'Canada', '--'],
  ])('writes the phone %j of a person in %j as %j', async (phone, country, written) => {
    const person = await givenPersonUnmailed(app)
    const body = choiceOf(events[0])
    await app.send(registerForEvent, body, person)
    await app.query('update users set phone = $1, country = $2 where user_id = $3', [
      phone,
      country,
      person.userId,
    ])
    const [, row = ''] = await lines({ search: person.email })
    expect(row.split(',')[3]).toBe(written)
    await app.send(cancelRegistration, { eventId: events[0].eventId }, person)
  })

  test('writes instants in Eastern time, in winter and in summer', async () => {
    const [, row = ''] = await lines({ eventName: events[1].eventName })
    const registrationId = Number(row.split(',')[0])
    for (const [instant, shown] of [
      ['2027-02-10T04:59:00Z', '09 Feb 2027 11:59 PM Eastern'],
      ['2027-07-10T04:05:00Z', '10 Jul 2027 12:05 AM Eastern'],
    ]) {
      await app.query('update registrations set registered_at = $1 where registration_id = $2', [
        instant,
        registrationId,
      ])
      expect((await lines({ eventName: events[1].eventName }))[1]?.split(',')[11]).toBe(shown)
    }
  })

  test('has separate names, consent and memberships on request', async () => {
    const email = (await lines({ eventName: events[1].eventName }))[1]?.split(',')[2]
    const tell = (consent: boolean | null) =>
      app.services.pool.query(
        `update users set has_given_mailing_consent = $1::boolean, aopa_number = '12345',
          mailing_consent_at = case when $1::boolean is null then null else timestamptz '2027-02-09 17:00Z' end where email = $2`,
        [consent, email],
      )
    const more = async () => {
      const [first, row = ''] = await lines({ eventName: events[1].eventName, columns: 'all' })
      expect(first).toBe(
        `\ufeff${header},First Name,Last Name,Mailing Consent,Mailing Consent Date,AOPA Number,NBAA Number,VAI Number,Days`,
      )
      return row.split(',').slice(15)
    }
    await tell(true)
    expect(await more()).toEqual([
      'Pat',
      "O'Brien",
      'Yes',
      '09 Feb 2027 12:00 PM Eastern',
      '12345',
      '--',
      '--',
      '--',
    ])
    await app.query(
      `update registrations set hours = 7, credited_days = '[{"on": "2027-02-09", "hours": 4}, {"on": "2027-02-10", "hours": 3}]'
       where user_id = (select user_id from users where email = $1)`,
      [email],
    )
    expect((await more()).at(-1)).toBe('2027-02-09: 4; 2027-02-10: 3')
    await tell(false)
    expect((await more())[2]).toBe('No')
    await tell(null)
    expect((await more()).slice(2, 4)).toEqual(['--', '--'])
  })

  test('applies the same filters as the list', async () => {
    expect(await lines({ eventName: events[1].eventName })).toHaveLength(3)
    expect(await lines({ year: '2026' })).toHaveLength(2)
    expect(await lines({ search: "' or true --" })).toHaveLength(2)
    expect(await lines({ search: 'obrien 803-555 0100' })).toHaveLength(4)
    expect(await lines({ search: '\\%' })).toHaveLength(2)
    const [, up] = await lines({ sort: 'Event Name', order: 'asc' })
    const [, down] = await lines({ sort: 'Event Name', order: 'desc' })
    expect([up, down]).toEqual([expect.stringContaining('Piston'), expect.stringContaining('Turbine')])
  })

  test.each(['{x', 'a"b', 'a\\', 'a,b', 'NULL'])('accepts %j as the name of a state', async (state) => {
    expect(await lines({ state })).toHaveLength(2)
    const { token, userId } = await givenPersonUnmailed(app)
    const body = choiceOf(events[0])
    await app.update('users', { state }, { userId })
    await app.send(registerForEvent, body, token)
    expect(await lines({ state })).toHaveLength(3)
    await app.send(cancelRegistration, { eventId: events[0].eventId }, token)
  })

  test('returns its connection to the pool even if the client disconnects', async () => {
    await app.query(`
      insert into users (email) select 'many' || n || '@example.com' from generate_series(1, 20000) n`)
    await app.query(
      `insert into registrations (user_id, event_id, event_slot_id)
       select user_id, $1, $2 from users where email like 'many%'`,
      [events[0].eventId, events[0].slotIds[1]],
    )
    const { host, port } = await app.listen()
    for (let times = 0; times < 10; times++) {
      const format = listFormats[times % 2]
      const going = new AbortController()
      const answer = await fetch(
        `http://${host}:${port}/api${exportRegisteredUsersCsv.path}?format=${format}`,
        {
          headers: { authorization: `Bearer ${administrator.token}` },
          signal: going.signal,
        },
      )
      await answer.body?.getReader().read()
      going.abort()
    }
    // More clients disconnected than there are connections: a leaked connection would be missing here.
    expect(await lines({ eventName: events[1].eventName })).toHaveLength(3)
  })

  test('is cut off if its client stalls, and leaves the connections of other calls alone', async () => {
    const impatient = await startApp({ sharing: app, works: false, times: { silentForMs: 500 } })
    const address = await impatient.listen()
    const stalled = Array.from({ length: 5 }, () => {
      const socket = connect(address).pause()
      socket.write(
        `GET /api${exportRegisteredUsersCsv.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${administrator.token}\r\n\r\n`,
      )
      return socket
    })
    const { exportPool, pool } = impatient.services
    await until(async () => exportPool.totalCount === 2 && exportPool.idleCount === 0)
    await until(async () => pool.idleCount === pool.totalCount)
    expect(exportPool.idleCount).toBe(0)
    await until(async () => exportPool.waitingCount === 0 && exportPool.idleCount === exportPool.totalCount)
    for (const socket of stalled) socket.destroy()
    await impatient.close()
  })

  test('is not made for a HEAD request', async () => {
    const head = await app.request({
      method: 'HEAD',
      url: `/api${exportRegisteredUsersCsv.path}`,
      headers: { authorization: `Bearer ${administrator.token}` },
    })
    expect(head.statusCode).toBe(404)
  })
})
