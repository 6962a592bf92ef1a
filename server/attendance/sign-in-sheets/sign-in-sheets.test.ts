import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#contract/attendance/sign-in-sheets/calls.ts'
import { getCreditRules, makeFiguresValid } from '#contract/events/credit-rules/calls.ts'
import type { Figures } from '#contract/events/credit-rules/figures.ts'
import { jobHandlers } from '#server/nouns.ts'
import { textOf } from '#test/certificates.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  givenAdministrator,
  givenEvent,
  givenPerson,
  givenPersonUnmailed,
  givenRegistration,
  historyOf,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const scan = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from('a signed sheet')])
const now = new Date('2027-02-09T15:00Z')
let event: EventWithSlots
const app = preparedApp({ clock: () => now })
const administrator = preparedAdministrator(app)
const viewer = prepared(() => givenAdministrator(app, 'viewer@example.com', 'viewer'))
const desk = prepared(() => givenAdministrator(app, 'desk@example.com', 'front-desk'))
beforeEach(async () => {
  event = await givenEvent(app, { eventName: 'South Carolina IA Seminar 2027', focusId: 4 })
})

describe('the sheet to print', () => {
  test('has a table for each day, with the names, the courses and empty lines', async () => {
    const people = [
      await givenPerson(app, { profile: { firstName: 'Dana', lastName: 'Quill' } }),
      await givenPerson(app, { profile: { firstName: 'Zoe', lastName: 'Adams' } }),
    ]
    for (const person of people) await givenRegistration(app, person, event, { by: administrator })
    const answer = await pdf(administrator)
    expect(answer.statusCode).toBe(200)
    const text = await textOf(new Uint8Array(answer.rawPayload))
    expect(text).toContain('Tue 09 Feb 2027 · 8:00 AM – 12:00 PM Eastern')
    expect(text).toContain('Wed 10 Feb 2027')
    expect(text.match(/Page 1 of 1/g)).toHaveLength(2)
    expect(text.indexOf('Zoe Adams')).toBeLessThan(text.indexOf('Dana Quill'))
    expect(text).toMatch(/8:00 AM\s+1\s+2\s+9:00 AM\s+3\s+4/)
    for (const person of people) expect(text).not.toContain(person.email)
  })

  test('has two courses an hour where they are planned as halves, and the breaks beside the times', async () => {
    const { valid } = await app.dataOf(getCreditRules, { query: { season: 2027 } }, administrator)
    const figures: Figures = { ...valid.inPerson.figures, code: 'hours-2', coursesAnHour: 2 }
    const made = {
      season: 2027,
      isInPerson: true,
      figures,
      reason: 'Courses',
      readRuleId: valid.inPerson.ruleId,
    }
    await app.send(makeFiguresValid, made, administrator)
    await app.update(
      'eventSlots',
      { breaks: JSON.stringify([{ from: '10:00', to: '10:30', name: 'Coffee' }]) },
      { eventSlotId: event.slotIds[0] },
    )
    const text = await textOf(new Uint8Array((await pdf(administrator)).rawPayload))
    expect(text).toContain('Tue 09 Feb 2027 · 8:00 AM – 12:00 PM Eastern · Coffee 10:00 AM – 10:30 AM')
    expect(text).toMatch(/8:00 AM\s+1\s+2\s+9:00 AM\s+3\s+4\s+10:30 AM\s+5\s+6\s+11:30\s+AM\s+7\s/)
    expect(text).not.toMatch(/8:30/)
  })

  test('continues on as many pages as it takes, with five empty lines at least', async () => {
    for (let place = 0; place < 16; place++)
      await givenRegistration(app, await givenPersonUnmailed(app), event, { by: administrator })
    const text = await textOf(new Uint8Array((await pdf(viewer, '&day=09/02/2027')).rawPayload))
    expect(text.match(/Page \d of \d/g)).toEqual(['Page 1 of 2', 'Page 2 of 2'])
  })

  test('has no email of a person without a name', async () => {
    const person = await givenPersonUnmailed(app)
    await givenRegistration(app, person, event, { by: administrator })
    await app.update('users', { firstName: '', lastName: '' }, { userId: person.userId })
    const text = await textOf(new Uint8Array((await pdf(desk)).rawPayload))
    expect(text).toContain('No name')
    expect(text).not.toContain(person.email)
  })

  test('is drawn for in-person slots only', async () => {
    event = await givenEvent(app)
    expect((await pdf(administrator)).json().code).toBe('SLOT_NOT_FOUND')
  })

  test('is for the front desk that of today only', async () => {
    expect((await pdf(desk, '&day=10/02/2027')).json().code).toBe('NOT_THIS_DAY')
    const text = await textOf(new Uint8Array((await pdf(desk)).rawPayload))
    expect(text).toContain('09 Feb 2027')
    expect(text).not.toContain('10 Feb 2027')
    expect((await pdf(administrator, '&day=11/02/2027')).json().code).toBe('NOT_OF_THIS_DAY')
  })
})

describe('a scanned sheet', () => {
  test('is kept once, listed with its hash, and downloaded as it was', async () => {
    const [first, second] = [await upload(scan), await upload(scan)]
    expect(first.json().data).toEqual(second.json().data)
    const { sheets } = await app.dataOf(calls.getSignInSheets, { query: ofSlot() }, viewer)
    const sha256 = createHash('sha256').update(scan).digest('hex')
    expect(sheets).toEqual([
      {
        sheetId: expect.any(Number),
        fileName: 'signed.pdf',
        sha256,
        uploadedAt: now,
        uploadedBy: 'Portal Administrator',
      },
    ])
    const file = await download(sheets[0]?.sheetId as number, administrator)
    expect(file.rawPayload).toEqual(scan)
    const history = await historyOf(app, administrator, { eventId: event.eventId })
    expect(history.map(({ activity }) => activity)).toEqual(['sheet-uploaded'])
  })

  test.each([
    ['a script named as a PDF', Buffer.from('<script>alert(1)</script>'), 'SCAN_REFUSED'],
    ['an empty file', Buffer.alloc(0), 'SCAN_REFUSED'],
    ['more than 20 MB', Buffer.concat([scan, Buffer.alloc(20 * 1024 * 1024)]), 'SCAN_TOO_LARGE'],
  ] as const)('%s is refused', async (_, file, code) => {
    expect((await upload(file)).json().code).toBe(code)
  })

  test('is uploaded and downloaded by roles that may', async () => {
    const { sheetId } = (await upload(scan)).json().data
    for (const { token } of [viewer, desk]) expect((await upload(scan, { token })).statusCode).toBe(403)
    expect((await download(sheetId, viewer)).statusCode).toBe(403)
    expect((await download(sheetId + 1000, administrator)).json().code).toBe('SHEET_NOT_FOUND')
  })

  test('goes after three years, and not before', async () => {
    const { sheetId } = (await upload(scan)).json().data
    const { db } = app.services
    const kept = async () => {
      await jobHandlers(app.services)['expire-records']({}, { isLast: true })
      const { sheets } = await app.dataOf(calls.getSignInSheets, { query: ofSlot() }, viewer)
      return sheets.map((sheet) => sheet.sheetId)
    }
    await expect(
      db.deleteFrom('signInSheets').where('signInSheetId', '=', sheetId).execute(),
    ).rejects.toThrow('append-only')
    expect(await kept()).toEqual([sheetId])
    await db
      .insertInto('signInSheets')
      .values({
        eventSlotId: event.slotIds[0],
        file: Buffer.from('%PDF-old'),
        fileName: 'old.pdf',
        uploadedAt: new Date('2020-01-01'),
      })
      .execute()
    expect(await kept()).toEqual([sheetId])
  })
})

test.each([
  ['with NUL', 'a\0b.pdf', 'ab.pdf'],
  ['with an emoji at its two hundredth character', `${'x'.repeat(199)}👩.pdf`, `${'x'.repeat(199)}👩`],
  ['with half a surrogate pair', 'a\ud83d.pdf', 'a\ufffd.pdf'],
  ['of a page with scripts', 'a.HTML', 'a.HTML.pdf'],
  ['of a program with a dot at its end', 'a.exe.', 'a.exe..pdf'],
])('the name of a file %s is cleaned', async (_, name, clean) => {
  const answer = await upload(Buffer.from(`%PDF- ${name}`), administrator, name)
  expect([answer.statusCode, answer.json().data?.fileName]).toEqual([200, clean])
})

function ofSlot() {
  return { eventSlotId: event.slotIds[0] }
}

function pdf({ token }: Person, query = '') {
  const url = `/api/private/sign-in-sheet/pdf?event_slot_id=${event.slotIds[0]}${query}`
  return app.request({ url, headers: { authorization: `Bearer ${token}` } })
}

function upload(file: Buffer, { token } = administrator as { token: string }, name = 'signed.pdf') {
  const url = `/api/private/sign-in-sheets/${event.slotIds[0]}`
  const payload = new FormData()
  payload.set('file', new Blob([file as never]), name)
  return app.request({
    method: 'POST',
    url,
    payload: payload as never,
    headers: { authorization: `Bearer ${token}` },
  })
}

function download(sheetId: number, { token }: Person) {
  const url = `/api/private/sign-in-sheet-files/${sheetId}/file`
  return app.request({ url, headers: { authorization: `Bearer ${token}` } })
}
