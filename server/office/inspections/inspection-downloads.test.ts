import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { askForReview } from '#contract/counting/credit-reviews/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { deleteAccount, getAccountData } from '#contract/office/accounts/calls.ts'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import { downloadInspectionPack, inspectionFileName } from '#contract/office/inspections/calls.ts'
import { makeApiKey } from '#contract/people/api-keys/calls.ts'
import { uploadSignInSheet } from '#server/attendance/sign-in-sheets/upload-sign-in-sheet.ts'
import { expectSuccess, startApp, until } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenCredit, givenSession, givenTypedAgain, historyOf } from '#test/given.ts'
import * as held from '#test/held-slot.ts'
import { downloadedPack, requestedPack, verdictOn } from '#test/inspection-packs.ts'
import { rawClient } from '#test/raw-client.ts'
import { unpackInspection } from './inspection-unpacking.ts'

// The surroundings of a pack's bytes: the history, clients that leave, and records that change during the
// read.

held.startWithHeldSlot()
let person: Person
beforeEach(async () => {
  person = await held.givenRegistered()
  await held.upload(held.row(person.email, '08:00', '12:00'))
  await givenCredit(held.app, held.administrator, await held.idOf(person), 4)
  await held.app.untilJobsAreDone()
})

let address: Promise<{ host: string; port: number }> | undefined
const listening = () => (address ??= held.app.listen())
const token = () => held.administrator.token
const downloads = () => historyOf(held.app, held.administrator, { activity: 'inspection-downloaded' })
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const pathOf = (scope: { eventSlotId: number }) =>
  `/api${downloadInspectionPack.path}?event_slot_id=${scope.eventSlotId}`

/** Adds a file to the records that exceeds a connection's buffers. */
function givenLargeSheet() {
  const file = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(16 * 1024 * 1024)])
  const sheet = { eventSlotId: held.slot, file, fileName: 'signed.pdf' }
  return held.app.write((work) => uploadSignInSheet(work, sheet))
}

test('each download is in the history with who, what, and the hash of the file that came', async () => {
  const { eventId } = held.event
  const [{ season }] = (await held.app.query(
    `select extract(year from start_on + interval '9 months')::int as season from event_slots where event_slot_id = ${held.slot}`,
  )) as [{ season: number }]
  const viewer = await givenAdministrator(held.app, 'exporting@example.com', 'exporting-viewer')
  const by = await givenSession(held.app, viewer.userId)
  for (const [scope, about] of [
    [
      { eventSlotId: held.slot },
      { event: { eventId }, person: null, item: /^\d\d \w{3} 20.*, 8:00 AM - 12:00 PM \w+, SHA-256 / },
    ],
    [{ eventId }, { event: { eventId }, person: null, item: /^SHA-256 / }],
    [{ season }, { event: null, person: null, item: /^Renewal year \d{4}-\d{4}, SHA-256 / }],
    [{ userId: person.userId }, { event: null, person: { userId: person.userId }, item: /^SHA-256 / }],
  ] as const) {
    const answer = await requestedPack(held.app, scope, by)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${inspectionFileName(scope)}"`,
      'cache-control': 'no-store',
    })
    const [newest] = await downloads()
    expect(newest).toMatchObject({ ...about, item: expect.stringMatching(about.item), reason: '' })
    expect(newest?.item.endsWith(` ${sha256Of(answer.rawPayload)}`)).toBe(true)
    expect(newest?.actedBy?.userId).toBe(viewer.userId)
  }
})

test('the history names the API key that downloaded', async () => {
  await givenTypedAgain(held.app, token())
  const asked = { name: 'Archive', permissions: ['exports:read' as const], days: 1 }
  const { key } = await held.app.dataOf(makeApiKey, { body: asked }, token())
  await downloadedPack(held.app, { eventSlotId: held.slot }, key)
  expect((await downloads())[0]?.apiKey).toMatch(/^Archive \(iap_/)
})

test('a client that leaves is in the history without a hash, and the next one gets its pack', async () => {
  await givenLargeSheet()
  const { host, port } = await listening()
  const before = (await downloads()).length
  const leaving = new AbortController()
  const answer = await fetch(`http://${host}:${port}${pathOf({ eventSlotId: held.slot })}`, {
    headers: { authorization: `Bearer ${token()}` },
    signal: leaving.signal,
  })
  const reader = answer.body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
  expect((await requestedPack(held.app, { eventSlotId: held.slot }, token())).json().code).toBe(
    'INSPECTION_RUNS',
  )
  leaving.abort()
  await until(async () => (await downloads()).length > before)
  const [newest] = await downloads()
  expect(newest).toMatchObject({
    item: expect.stringMatching(/, 8:00 AM - 12:00 PM \w+$/),
    reason: 'The download ended before the file was complete.',
    actedBy: { userId: held.administrator.userId },
  })
  const { exportPool } = held.app.services
  await until(async () => exportPool.idleCount === exportPool.totalCount)
  const bytes = await downloadedPack(held.app, { eventSlotId: held.slot }, token())
  expect((await downloads())[0]?.item).toContain(sha256Of(bytes))
})

test('a client that stalls is cut off, and holds up no other call', async () => {
  await givenLargeSheet()
  const impatient = await startApp({ sharing: held.app, works: false, times: { silentForMs: 500 } })
  const socket = connect(await impatient.listen()).pause()
  socket.write(
    `GET ${pathOf({ eventSlotId: held.slot })} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token()}\r\n\r\n`,
  )
  const { exportPool } = impatient.services
  await until(async () => exportPool.totalCount > exportPool.idleCount)
  await expectSuccess(impatient.call(getActivities, { query: {} }, token()))
  await until(async () => exportPool.totalCount === exportPool.idleCount)
  socket.destroy()
  await until(async () => (await downloads())[0]?.event?.eventId === held.event.eventId)
  expect((await downloads())[0]?.reason).toBe('The download ended before the file was complete.')
  await impatient.close()
})

test('a pack whose hours are counted for longer than a connection may be silent arrives', async () => {
  const { userId } = await held.givenRegistered()
  const impatient = await startApp({ sharing: held.app, works: false, times: { silentForMs: 1000 } })
  const there = await impatient.listen()
  const other = await held.app.services.pool.connect()
  await other.query('begin')
  await other.query('select from event_slots where event_id = $1 for update', [held.event.eventId])
  const url = `http://${there.host}:${there.port}/api${downloadInspectionPack.path}?userId=${userId}`
  const asked = fetch(url, { headers: { authorization: `Bearer ${token()}` } })
  await until(async () => (await held.app.query('select from pg_locks where not granted')).length > 0)
  await (await rawClient(there)).untilClosed()
  await other.query('rollback')
  other.release()
  const bytes = Buffer.from(await (await asked).arrayBuffer())
  expect((await downloads())[0]?.item).toBe(`SHA-256 ${sha256Of(bytes)}`)
  await impatient.close()
})

test('the data that people download name the packs about them, those of merged accounts too', async () => {
  const merged = await held.givenRegistered()
  const packs = [person, merged].map(({ userId }) => ({ userId }))
  const hashes: string[] = []
  for (const scope of packs) hashes.unshift(sha256Of(await downloadedPack(held.app, scope, token())))
  const ending = [await held.idOf(merged)]
  const body = { userId: person.userId, absorbedId: merged.userId, ending }
  await expectSuccess(held.app.send(mergeAccounts, body, token()))
  const headers = { authorization: `Bearer ${person.token}` }
  const { activities } = (await held.app.request({ url: `/api${getAccountData.path}`, headers })).json()
  const about = activities.filter(
    ({ activity }: { activity: string }) => activity === 'inspection-downloaded',
  )
  expect(about).toMatchObject(
    hashes.map((sha256) => ({ by: 'an administrator', details: { sha256 }, actedAt: expect.any(String) })),
  )
})

test('of two clients at the same moment, one is asked to try again', async () => {
  const scope = { eventSlotId: held.slot }
  const answers = await Promise.all([1, 2].map(() => requestedPack(held.app, scope, token())))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  expect(refused?.json().code).toBe('INSPECTION_RUNS')
})

test('a pack is of the moment of its first byte, even if its person deletes the account while it is read', async () => {
  const { sha256 } = await givenLargeSheet()
  // Files are in the order of their hashes: this one comes after the large one.
  const photo = Array.from({ length: 100 }, (_, place) => Buffer.from(`\x89PNG\r\n ${place}`, 'latin1')).find(
    (each) => sha256Of(each) > sha256,
  ) as Buffer<ArrayBuffer>
  const late = await held.givenRegistered()
  await held.upload(held.row(late.email, '08:00', '11:10'))
  const registrationId = await held.idOf(late)
  const file = new File([photo], 'photo.png')
  const body = { registrationId, hourNumbers: [4], words: 'I was there.', file }
  await expectSuccess(held.app.send(askForReview, body, late))
  await held.app.untilJobsAreDone()

  const { host, port } = await listening()
  const url = `http://${host}:${port}/api${downloadInspectionPack.path}?userId=${late.userId}`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token()}` } })
  const pieces: Uint8Array[] = []
  for await (const piece of answer.body as ReadableStream<Uint8Array>) {
    pieces.push(piece)
    if (pieces.length > 1) continue
    const { failure } = await held.app.send(deleteAccount, { email: late.email }, late)
    expect(failure).toBe(undefined)
  }
  const bytes = Buffer.concat(pieces)
  const files = await unpackInspection(bytes)
  expect(files.get('roster.csv')?.toString()).toContain(late.email)
  expect(files.get(`evidence/${sha256Of(photo)}.png`)).toEqual(photo)
  expect((await verdictOn(files))[0]).toBe(3)
  expect((await downloads())[0]).toMatchObject({ item: `SHA-256 ${sha256Of(bytes)}`, person: null })
})

test('the history still has what happened to packs and links while they were stored', async () => {
  await held.app.query(
    `insert into activities (activity, event_id, acted_by, details)
     select 'inspection-' || act, ${held.event.eventId}, '${held.administrator.userId}', '{"item": "Pack 7"}'
     from unnest('{asked,shared,opened,revoked}'::text[]) act`,
  )
  const entries = await historyOf(held.app, held.administrator, { eventId: held.event.eventId })
  expect(entries.slice(0, 4).map(({ activity, item }) => [activity, item])).toEqual(
    ['revoked', 'opened', 'shared', 'asked'].map((act) => [`inspection-${act}`, 'Pack 7']),
  )
})
