import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerReview, askForReview, getReviews } from '#contract/counting/credit-reviews/calls.ts'
import type { InspectionScope } from '#contract/office/inspections/calls.ts'
import { uploadSignInSheet } from '#server/attendance/sign-in-sheets/upload-sign-in-sheet.ts'
import { escapeHtml } from '#server/core/escape-html.ts'
import type { Person } from '#test/given.ts'
import * as held from '#test/held-slot.ts'
import {
  downloadedPack,
  equal,
  givenCountedPeople,
  requestedPack,
  unpackedPack,
  verdictOn,
} from '#test/inspection-packs.ts'

held.startWithHeldSlot()
let full: Person
let short: Person
beforeEach(async () => {
  ;({ full, short } = await givenCountedPeople())
})

const query = (text: string) => held.app.query(text)
const byAdministrator = () => held.administrator.token
const made = (scope: InspectionScope = { eventSlotId: held.slot }) =>
  unpackedPack(held.app, scope, byAdministrator())

describe('a pack of a time slot', () => {
  test('has everything that explains each hour, and verifies with plain Node', async () => {
    const files = await made()
    const [, scope, , contents] = files.get('README.txt')?.toString().split('\n') ?? []
    expect(scope).toMatch(/^Piston IA Renewal Series 2027, .* · 8:00 AM – 12:00 PM Eastern$/)
    expect(contents).toBe(
      '2 registrations; 1 with credit, 4 hours together; 1 valid certificates; 1 attendance reports.',
    )
    const registrationId = await held.idOf(full)
    const evidence = [...files.keys()].filter((path) => path.startsWith('evidence/'))
    expect([...files.keys()].map((path) => path.replace(/IA\d+-\d+/, 'SERIAL'))).toEqual([
      'README.txt',
      'agendas.json',
      'certificates/SERIAL.jwt',
      'certificates/SERIAL.pdf',
      `counting/${held.slot}.json`,
      'credits.csv',
      'decisions.csv',
      'evidence.csv',
      ...evidence,
      'exceptions.csv',
      `explanations/${registrationId}.txt`,
      `explanations/${await held.idOf(short)}.txt`,
      'findings.jsonl',
      'index.html',
      'provider.json',
      'reviews.csv',
      'roster.csv',
      expect.stringMatching(/^rules\/hours-2-\d{4}\.\d+\.json$/),
      'verify.mjs',
      'manifest.json',
      'manifest.jwt',
      'keys.json',
    ])
    const [path = ''] = evidence
    const bytes = files.get(path) as Buffer
    expect(path).toBe(`evidence/${createHash('sha256').update(bytes).digest('hex')}.csv`)
    expect(bytes.toString()).toContain(full.email)
    const explained = files.get(`explanations/${await held.idOf(short)}.txt`)?.toString()
    expect(explained).toContain('  3 of 4 hours.\n')
    expect(explained).toMatch(
      / {2}Hour 4, \w{3} \d{2} \w{3} \d{4}: 10 of 50 minutes; 45 are needed\. You were away 11:10 AM – 11:50 AM\./,
    )
    const page = files.get('index.html')?.toString() ?? ''
    for (const words of [
      escapeHtml(await held.nameOf(full)),
      full.email,
      '3 of 4 hours.',
      'Hour 4, ',
      '.pdf">IA2',
    ])
      expect(page).toContain(words)
    expect(page).not.toMatch(/<!-- |fetch\(|https?:/)
    expect(files.get('roster.csv')?.toString()).toContain(
      `${registrationId},${await held.nameOf(full)},${full.email}`,
    )
    expect(await verdictOn(files)).toEqual(equal)
  })

  test('is the same bytes whenever and wherever it is made of the same records', async () => {
    const zone = process.env.TZ
    const hashes: string[] = []
    try {
      for (const each of ['UTC', 'Asia/Kolkata', 'America/Los_Angeles']) {
        process.env.TZ = each
        expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(each.replace('Kolkata', 'Calcutta'))
        held.app.pass({ minutes: 1 })
        const bytes = await downloadedPack(held.app, { eventSlotId: held.slot }, byAdministrator())
        hashes.push(createHash('sha256').update(bytes).digest('hex'))
      }
    } finally {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
    expect(new Set(hashes).size).toBe(1)
  })

  test('has the scans of signed sheets', async () => {
    const sheet = Buffer.from('%PDF-1.7 a signed sheet')
    const kept = { eventSlotId: held.slot, file: sheet, fileName: 'signed.pdf' }
    await held.app.write((work) => uploadSignInSheet(work, kept))
    const files = await made()
    const hash = createHash('sha256').update(sheet).digest('hex')
    expect(files.get(`evidence/${hash}.pdf`)).toEqual(sheet)
    expect(files.get('evidence.csv')?.toString()).toMatch(/Sign-in sheet \d+,\d+,signed\.pdf/)
    expect(await verdictOn(files)).toEqual(equal)
  })

  test('has no file that opens as a program or a page', async () => {
    const sheet = Buffer.from('%PDF-1.7 <script>')
    await held.app.services.db
      .insertInto('signInSheets')
      .values({ eventSlotId: held.slot, file: sheet, fileName: 'signed.hta', uploadedAt: new Date() })
      .execute()
    const hash = createHash('sha256').update(sheet).digest('hex')
    expect((await made()).get(`evidence/${hash}.bin`)).toEqual(sheet)
  })

  test('has requests for a review with their files, and files of decisions', async () => {
    const registrationId = await held.idOf(short)
    const photo = Buffer.from('\x89PNG\r\n photo', 'latin1')
    await held.app.send(
      askForReview,
      {
        registrationId,
        hourNumbers: [4],
        words: '=HYPERLINK("x")',
        file: new File([photo], 'sheet.png'),
      },
      short,
    )
    const { reviews } = await held.app.dataOf(getReviews, { query: {} }, byAdministrator())
    const review = reviews.find((each) => each.registrationId === registrationId)
    const body = { reviewId: review?.reviewId ?? 0, hours: 4, words: 'We have seen the sheet.' }
    await held.app.send(answerReview, body, byAdministrator())
    await held.app.untilJobsAreDone()
    const files = await made()
    const hash = createHash('sha256').update(photo).digest('hex')
    expect(files.get(`evidence/${hash}.png`)).toEqual(photo)
    // A spreadsheet must not run typed text.
    expect(files.get('reviews.csv')?.toString()).toContain(`"'=HYPERLINK(""x"")"`)
    expect(files.get('reviews.csv')?.toString()).toContain('We have seen the sheet.')
    expect(await verdictOn(files)).toEqual(equal)
  })
})

test('packs of an event, a person and a renewal year verify, each with its own people', async () => {
  const { eventId } = held.event
  const [{ season }] = (await query(
    `select extract(year from start_on + interval '9 months')::int as season from event_slots where event_slot_id = ${held.slot}`,
  )) as [{ season: number }]
  held.event.eventId = 0
  const packs = [await made({ eventId }), await made({ userId: full.userId }), await made({ season })]
  const aboutEach = packs.map((files) => files.get('README.txt')?.toString().split('\n') ?? [])
  expect(aboutEach.map(([, scope]) => scope)).toEqual([
    'Piston IA Renewal Series 2027',
    `${await held.nameOf(full)} (${full.email})`,
    `Renewal year ${season - 1}-${season}`,
  ])
  const [ofEvent, ofPerson, ofYear] = aboutEach.map(([, , , contents = '']) => Number.parseInt(contents, 10))
  expect([ofEvent, ofPerson]).toEqual([2, 1])
  expect(ofYear).toBeGreaterThanOrEqual(2)
  for (const files of packs) {
    expect(files.has(`counting/${eventId}.json`)).toBe(true)
    expect(await verdictOn(files)).toEqual(equal)
  }
})

test('a pack needs exactly one scope, and one with registrations', async () => {
  const refusal = async (scope: InspectionScope) =>
    (await requestedPack(held.app, scope, byAdministrator())).json().code
  expect(await refusal({})).toBe('INSPECTION_SCOPE')
  expect(await refusal({ eventId: held.event.eventId, eventSlotId: held.slot })).toBe('INSPECTION_SCOPE')
  expect(await refusal({ eventSlotId: 999_999 })).toBe('INSPECTION_EMPTY')
  expect(await refusal({ userId: 'pat' })).toBe('INVALID_FIELDS')
})
