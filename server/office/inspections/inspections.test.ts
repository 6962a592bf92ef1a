import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerReview, askForReview, getReviews } from '#contract/counting/credit-reviews/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { InspectionScope } from '#contract/office/inspections/calls.ts'
import {
  downloadInspection,
  getInspectionPacks,
  makeInspectionPack,
  openInspection,
  revokeInspectionLink,
  shareInspectionPack,
} from '#contract/office/inspections/calls.ts'
import { keepSheet } from '#server/attendance/sign-in-sheets/keep-sign-in-sheet.ts'
import { runVerifier, unpackInspection } from '#server/office/inspections/inspection-unpacking.ts'
import { write } from '#server/work.ts'
import type { Person } from '#test/given.ts'
import { givenCredit } from '#test/given.ts'
import * as held from '#test/held-slot.ts'
import { downloadedPack, madePack } from '#test/inspection-packs.ts'
import { forgetInspections } from './forget-inspections.ts'

held.startWithHeldSlot()
let full: Person
let short: Person
beforeEach(async () => {
  full = await held.givenRegistered()
  short = await held.givenRegistered()
  await held.upload(
    [held.row(full.email, '08:00', '12:00'), held.row(short.email, '08:00', '11:10')].join('\n'),
  )
  await givenCredit(held.app, held.administrator, await held.idOf(full), 4)
  await held.app.untilJobsAreDone()
})

const query = async (text: string) => (await held.app.services.pool.query(text)).rows
const byAdministrator = () => held.administrator.token
const made = (scope: InspectionScope = { eventSlotId: held.slot }) =>
  madePack(held.app, scope, byAdministrator())
const filesOf = async (packId: number) =>
  unpackInspection(await downloadedPack(held.app, packId, byAdministrator()))
const verify = async (files: Map<string, Buffer>) => {
  const { code, output } = await runVerifier(files)
  return [code, output.trim().split('\n').at(-1)]
}
const equal = [3, expect.stringMatching(/^Equal, but the origin was not checked: /)]

describe('a pack of a time slot', () => {
  test('has everything that explains each hour, and verifies with plain Node', async () => {
    const { packId, made: is, scope } = await made()
    expect(scope).toMatch(/^Piston IA Renewal Series 2027, .* · 8:00 AM – 12:00 PM Eastern$/)
    expect(is?.summary).toMatchObject({
      people: 2,
      credited: 1,
      hours: 4,
      certificates: 1,
      reports: 1,
      findings: 2,
    })
    const files = await filesOf(packId)
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
      'provider.json',
      'reviews.csv',
      'roster.csv',
      expect.stringMatching(/^rules\/hours-2-\d{4}\.\d+\.json$/),
      'verify.mjs',
      'manifest.json',
      'manifest.jwt',
      'keys.json',
    ])
    expect(is?.summary.files).toBe(files.size)
    const [path = ''] = evidence
    const bytes = files.get(path) as Buffer
    expect(path).toBe(`evidence/${createHash('sha256').update(bytes).digest('hex')}.csv`)
    expect(bytes.toString()).toContain(full.email)
    const explained = files.get(`explanations/${await held.idOf(short)}.txt`)?.toString()
    expect(explained).toContain('  3 of 4 hours.\n')
    expect(explained).toMatch(
      / {2}Hour 4, \w{3} \d{2} \w{3} \d{4}: 10 of 50 minutes; 45 are needed\. You were away 11:10 AM – 11:50 AM\./,
    )
    expect(files.get('roster.csv')?.toString()).toContain(
      `${registrationId},${await held.nameOf(full)},${full.email}`,
    )
    expect(await verify(files)).toEqual(equal)
  })

  test('is the same bytes whenever and wherever it is made of the same records', async () => {
    const zone = process.env.TZ
    const hashes: string[] = []
    try {
      for (const each of ['UTC', 'Asia/Kolkata', 'America/Los_Angeles']) {
        process.env.TZ = each
        expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(each.replace('Kolkata', 'Calcutta'))
        held.app.pass({ minutes: 1 })
        const { packId, made } = await madePack(held.app, { eventSlotId: held.slot }, byAdministrator())
        const bytes = await downloadedPack(held.app, packId, byAdministrator())
        expect(made).toMatchObject({
          bytes: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        })
        hashes.push(made?.sha256 ?? '')
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
    await write(held.app.services, undefined, (work) => keepSheet(work, kept))
    const files = await filesOf((await made()).packId)
    const hash = createHash('sha256').update(sheet).digest('hex')
    expect(files.get(`evidence/${hash}.pdf`)).toEqual(sheet)
    expect(files.get('evidence.csv')?.toString()).toMatch(/Sign-in sheet \d+,\d+,signed\.pdf/)
    expect(await verify(files)).toEqual(equal)
  })

  test('has requests for a review with their files, and files of decisions', async () => {
    const registrationId = await held.idOf(short)
    const photo = Buffer.from('\x89PNG photo', 'latin1')
    await held.app.call(
      askForReview,
      {
        body: {
          registrationId,
          hourNumbers: [4],
          words: '=HYPERLINK("x")',
          file: new File([photo], 'sheet.png'),
        },
      },
      short.token,
    )
    const { reviews } = (await held.app.call(getReviews, { query: {} }, byAdministrator())).data
    const review = reviews.find((each) => each.registrationId === registrationId)
    const body = { reviewId: review?.reviewId ?? 0, hours: 4, words: 'We have seen the sheet.' }
    await held.app.call(answerReview, { body }, byAdministrator())
    await held.app.untilJobsAreDone()
    const files = await filesOf((await made()).packId)
    const hash = createHash('sha256').update(photo).digest('hex')
    expect(files.get(`evidence/${hash}.png`)).toEqual(photo)
    // A spreadsheet must not run what somebody typed.
    expect(files.get('reviews.csv')?.toString()).toContain(`"'=HYPERLINK(""x"")"`)
    expect(files.get('reviews.csv')?.toString()).toContain('We have seen the sheet.')
    expect(await verify(files)).toEqual(equal)
  })
})

test('packs of an event, a person and a renewal year verify, each with its own people', async () => {
  const { eventId } = held.event
  const [{ season }] = (await query(
    `select extract(year from start_on + interval '9 months')::int as season from event_slots where event_slot_id = ${held.slot}`,
  )) as [{ season: number }]
  held.event.eventId = 0
  const packs = [await made({ eventId }), await made({ userId: full.userId }), await made({ season })]
  expect(packs.map(({ scope }) => scope)).toEqual([
    'Piston IA Renewal Series 2027',
    `${await held.nameOf(full)} (${full.email})`,
    `Renewal year ${season - 1}-${season}`,
  ])
  expect(packs.slice(0, 2).map(({ made }) => made?.summary.people)).toEqual([2, 1])
  expect(packs[2]?.made?.summary.people).toBeGreaterThanOrEqual(2)
  for (const { packId } of packs) {
    const files = await filesOf(packId)
    expect(files.has(`counting/${eventId}.json`)).toBe(true)
    expect(await verify(files)).toEqual(equal)
  }
})

describe('an inspector’s link', () => {
  const shared = async (packId: number) => {
    const { data } = await held.app.call(shareInspectionPack, { body: { packId } }, byAdministrator())
    return new URL(data.link).hash.replace('#code=', '')
  }
  const opened = (code: string) => held.app.call(openInspection, { body: { code } })
  const downloaded = (code: string) =>
    held.app.request({ url: `/api${downloadInspection.path.replace(':code', code)}` })
  const linkOf = async (packId: number) => {
    const { packs } = (await held.app.call(getInspectionPacks, {}, byAdministrator())).data
    return packs.find((each) => each.packId === packId)?.links[0]
  }

  test('shows one pack without signing in, for two weeks, and each opening is in the history', async () => {
    const pack = await made()
    const code = await shared(pack.packId)
    const { data } = await opened(code)
    expect(data).toMatchObject({ scope: pack.scope, sha256: pack.made?.sha256, summary: { people: 2 } })
    expect(data.provider.name).not.toBe('')
    const { statusCode, rawPayload } = await downloaded(code)
    expect(statusCode).toBe(200)
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(pack.made?.sha256)
    expect(await linkOf(pack.packId)).toMatchObject({ openings: 2, revokedAt: null })
    const { activities } = (
      await held.app.call(getActivities, { query: { eventId: held.event.eventId } }, byAdministrator())
    ).data
    expect(activities.slice(0, 4).map(({ activity, actedBy }) => [activity, actedBy === null])).toEqual([
      ['inspection-downloaded', true],
      ['inspection-opened', true],
      ['inspection-shared', false],
      ['inspection-asked', false],
    ])
    expect(activities[0]?.item).toMatch(/^Pack \d+: Piston .* \(link \d+\)$/)
    held.app.pass({ minutes: 14 * 24 * 60 })
    expect((await opened(code)).failure?.code).toBe('INSPECTION_LINK_OVER')
    expect((await downloaded(code)).statusCode).toBe(410)
    // Sessions end, too.
    held.app.pass({ minutes: -14 * 24 * 60 })
  })

  test('ends when it is revoked, and then cannot be revoked again', async () => {
    const { packId } = await made()
    const code = await shared(packId)
    const body = { linkId: (await linkOf(packId))?.linkId ?? 0 }
    const revoke = async () =>
      (await held.app.call(revokeInspectionLink, { body }, byAdministrator())).failure?.code
    expect([await revoke(), await revoke()]).toEqual([undefined, 'INSPECTION_LINK_OVER'])
    expect((await opened(code)).failure?.code).toBe('INSPECTION_LINK_OVER')
    expect((await opened('nobody-has-this-code')).failure?.code).toBe('INSPECTION_LINK_OVER')
  })

  test('keeps the bytes of its pack, which are deleted when it has ended', async () => {
    const { packId } = await made()
    const code = await shared(packId)
    const isKept = async () => {
      await write(held.app.services, undefined, forgetInspections)
      const { packs } = (await held.app.call(getInspectionPacks, {}, byAdministrator())).data
      return packs.find((each) => each.packId === packId)?.isKept
    }
    const age = (table: string, column: string, interval: string) =>
      query(
        `update ${table} set ${column} = now() - interval '${interval}' where inspection_pack_id = ${packId}`,
      )
    await age('inspection_packs', 'ended_at', '15 days')
    expect([await isKept(), (await opened(code)).failure]).toEqual([true, undefined])
    await age('inspection_links', 'revoked_at', '1 second')
    await age('inspection_packs', 'ended_at', '13 days')
    expect(await isKept()).toBe(true)
    await age('inspection_packs', 'ended_at', '15 days')
    expect(await isKept()).toBe(false)
    const share = await held.app.call(shareInspectionPack, { body: { packId } }, byAdministrator())
    expect(share.failure?.code).toBe('INSPECTION_NOT_KEPT')
    await age('inspection_packs', 'asked_at', '3 years 1 day')
    expect(await isKept()).toBe(undefined)
  })
})

test('a pack needs exactly one scope with registrations, and one is made at a time', async () => {
  const start = async (body: InspectionScope) =>
    (await held.app.call(makeInspectionPack, { body }, byAdministrator())).failure?.code
  expect(await start({})).toBe('INSPECTION_SCOPE')
  expect(await start({ eventId: held.event.eventId, eventSlotId: held.slot })).toBe('INSPECTION_SCOPE')
  expect(await start({ eventSlotId: 999_999 })).toBe('INSPECTION_EMPTY')
  const body = { eventSlotId: held.slot }
  expect(await Promise.all([start(body), start(body)])).toEqual(
    expect.arrayContaining([undefined, 'INSPECTION_RUNS']),
  )
  await held.app.untilJobsAreDone()
})
