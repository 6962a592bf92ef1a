import { beforeEach, expect, test } from 'vitest'
import { deleteAccount } from '#contract/office/accounts/calls.ts'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import {
  downloadInspection,
  getInspectionPacks,
  openInspection,
  shareInspectionPack,
} from '#contract/office/inspections/calls.ts'
import { until } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import { givenCredit } from '#test/given.ts'
import * as held from '#test/held-slot.ts'
import { madePack } from '#test/inspection-packs.ts'
import { makeInspectionPack } from './jobs.ts'

// What remains of packs when somebody deletes their account.

held.startWithHeldSlot()
let person: Person
let registrationId: number
beforeEach(async () => {
  person = await held.givenRegistered()
  registrationId = await held.idOf(person)
  await givenCredit(held.app, held.administrator, registrationId, 4)
  await held.app.untilJobsAreDone()
})

const byAdministrator = () => held.administrator.token
const made = ({ userId } = person) => madePack(held.app, { userId }, byAdministrator())
const shared = async (packId: number) => {
  const { data } = await held.app.call(shareInspectionPack, { body: { packId } }, byAdministrator())
  return new URL(data.link).hash.replace('#code=', '')
}
const shown = async (packId: number) =>
  (await held.app.call(getInspectionPacks, {}, byAdministrator())).data.packs.find(
    (each) => each.packId === packId,
  )
const piecesOf = async (packId: number) =>
  (await held.app.query(`select place from inspection_pack_pieces where inspection_pack_id = ${packId}`))
    .length
const deleteFor = async ({ email, token }: Person) =>
  expect((await held.app.call(deleteAccount, { body: { email } }, token)).failure).toBe(undefined)

test('the bytes of a pack about the person are deleted at once, its hash and the hours stay', async () => {
  const pack = await made()
  const ofSlot = await madePack(held.app, { eventSlotId: held.slot }, byAdministrator())
  const [code, other] = [await shared(pack.packId), await shared(ofSlot.packId)]
  expect(pack.scope).toContain(person.email)
  await deleteFor(person)

  expect(await piecesOf(pack.packId)).toBe(0)
  expect((await held.app.call(openInspection, { body: { code } })).failure?.code).toBe('INSPECTION_LINK_OVER')
  const file = await held.app.request({ url: `/api${downloadInspection.path.replace(':code', code)}` })
  expect(file.statusCode).toBe(410)
  expect(await shown(pack.packId)).toMatchObject({
    scope: 'A deleted account',
    isKept: false,
    made: { sha256: pack.made?.sha256, bytes: pack.made?.bytes },
  })
  expect((await held.app.call(openInspection, { body: { code: other } })).failure).toBe(undefined)
  expect(await piecesOf(ofSlot.packId)).toBeGreaterThan(0)
  expect(
    await held.app.query(
      `select user_id, hours from registrations where registration_id = ${registrationId}`,
    ),
  ).toEqual([{ user_id: null, hours: 4 }])
})

test('so are the bytes of a pack about an account that was merged into theirs', async () => {
  const pack = await made()
  const kept = await held.givenRegistered()
  const body = { userId: kept.userId, absorbedId: person.userId, ending: [await held.idOf(kept)] }
  expect((await held.app.call(mergeAccounts, { body }, byAdministrator())).failure).toBe(undefined)
  expect((await shown(pack.packId))?.isKept).toBe(true)
  await deleteFor(kept)
  expect(await piecesOf(pack.packId)).toBe(0)
  expect(await shown(pack.packId)).toMatchObject({ scope: 'A deleted account', isKept: false })
})

async function givenWaitingPack(): Promise<number> {
  const [{ packId }] = (await held.app.query(
    `insert into inspection_packs (user_id, asked_at) values ('${person.userId}', now())
     returning inspection_pack_id as "packId"`,
  )) as [{ packId: number }]
  return packId
}
const make = (packId: number) => makeInspectionPack(held.app.services, { packId }, { isLast: true })
const failed = {
  state: 'failed',
  scope: 'A deleted account',
  made: null,
  isKept: false,
  problem: 'The person of this pack deleted their account.',
}

test('a pack that waits when its person deletes the account is not made', async () => {
  const packId = await givenWaitingPack()
  await deleteFor(person)
  await make(packId)
  expect(await shown(packId)).toMatchObject(failed)
})

test('a pack whose records are read when its person deletes the account is not stored', async () => {
  const packId = await givenWaitingPack()
  const client = await held.app.services.pool.connect()
  await client.query('begin')
  await client.query("select pg_advisory_xact_lock(hashtext('inspection pack'), $1)", [packId])
  const making = make(packId)
  const waits = `select from pg_locks where locktype = 'advisory' and not granted and objid = ${packId}`
  await until(async () => (await held.app.query(waits)).length > 0)
  await deleteFor(person)
  await client.query('commit')
  client.release()
  await making
  expect([await piecesOf(packId), await shown(packId)]).toMatchObject([0, failed])
})
