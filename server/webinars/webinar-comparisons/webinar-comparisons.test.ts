import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { WebinarDifferenceKind } from '#contract/webinars/webinar-comparisons/calls.ts'
import {
  compareWebinar,
  getWebinarComparison,
  getWebinarComparisons,
  getWebinarDrift,
  repairDifferences,
} from '#contract/webinars/webinar-comparisons/calls.ts'
import { delinkWebinar } from '#contract/webinars/webinars/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import type { FakeZoom } from '#test/fake-zoom.ts'
import { startFakeZoom } from '#test/fake-zoom.ts'
import type { Person } from '#test/given.ts'
import { givenAdministrator, givenPersonUnmailed } from '#test/given.ts'
import {
  givenRegistrations,
  givenWebinarEvent,
  held,
  hurryWebinars,
  onZoom,
  register,
  sync,
} from '#test/webinars.ts'
import { askAllComparisons } from './webinar-comparisons.ts'

let zoom: FakeZoom
let app: TestApp
let administrator: Person
let webinarId: string
let eventSlotId: number
let person: Person
beforeAll(async () => {
  zoom = await startFakeZoom()
  app = await startApp({ environment: onZoom(zoom) })
  administrator = await givenAdministrator(app)
})
beforeEach(async () => {
  zoom.limit('Light', 1000)
  zoom.limit('Medium', 1000)
  webinarId = zoom.givenWebinar()
  const event = await givenWebinarEvent(app, [webinarId])
  eventSlotId = event.slotIds[0]
  person = await givenPersonUnmailed(app)
  await register(app, person, event)
  await until(async () => (await held(app, person))?.joinUrl != null)
})
afterAll(async () => {
  await app.close()
  await zoom.close()
})

test('if both sides agree, there is nothing to repair and no banner', async () => {
  const { slot, differences, peopleThere } = await compare()
  expect(differences).toEqual([])
  expect(peopleThere).toBe(1)
  expect(slot).toMatchObject({ registered: 1, withJoinUrl: 1, refused: 0, problem: '', webinarId })
  expect(slot.slot).toMatch(/^\d\d \w{3} \d{4} .* EST$/)
  expect(slot.comparedAt).not.toBe(null)
  expect((await drift()).differences).toBe(0)
})

test('one click registers everybody who is only here, even a person the webinar platform was never told of', async () => {
  const [late] = await givenRegistrations(app, eventSlotId, 1)
  zoom.change(webinarId, person.email, 'cancel')
  const { differences } = await compare()
  expect(differences.map(({ kind, email }) => [kind, email]).sort()).toEqual(
    [
      ['only-here', late?.email],
      ['only-here', person.email],
    ].sort(),
  )
  expect((await drift()).differences).toBe(2)
  expect(await repair('only-here')).toBe(2)
  await until(async () => (await drift()).differences === 0)
  await app.untilJobsAreDone()
  expect(there()).toEqual([late?.email, person.email].sort())
  expect((await held(app, person))?.joinUrl).not.toBe(null)
})

test('a single person who is only there can be removed, and the others stay', async () => {
  for (const email of ['stranger1@example.com', 'stranger2@example.com']) {
    zoom.register(webinarId, { email, firstName: 'Sam', lastName: 'Stranger' })
  }
  const { differences } = await compare()
  expect(differences).toMatchObject([
    { kind: 'only-there', name: 'Sam Stranger', email: 'stranger1@example.com' },
    { kind: 'only-there', name: 'Sam Stranger', email: 'stranger2@example.com' },
  ])
  await repair('only-there', [differences[0]?.webinarDifferenceId ?? 0])
  await until(async () => (await show()).differences.length === 1)
  expect(there()).toEqual([person.email, 'stranger2@example.com'].sort())
  await repair('only-there')
  await until(async () => there().length === 1)
})

test('a stranger who registers here after the comparison is not removed', async () => {
  const [stranger] = await givenRegistrations(app, eventSlotId, 1)
  await app.query('update registrations set cancelled_at = now() where user_id = $1', [stranger?.userId])
  zoom.register(webinarId, { email: stranger?.email ?? '', firstName: 'Sam', lastName: 'Stranger' })
  await compare()
  await app.query('update registrations set cancelled_at = null where user_id = $1', [stranger?.userId])
  await repair('only-there')
  await app.untilJobsAreDone()
  expect(there()).toContain(stranger?.email)
})

test('a repair adopts the state of the webinar platform: a denial removes the link, and an approval adds it', async () => {
  zoom.change(webinarId, person.email, 'deny')
  expect((await compare()).differences).toMatchObject([{ kind: 'different', words: 'Denied on Zoom.' }])
  await repair('different')
  await until(async () => (await show()).differences.length === 0)
  expect((await held(app, person))?.joinUrl).toBe(null)
  expect((await show()).slot.refused).toBe(1)
  zoom.change(webinarId, person.email, 'approve')
  expect((await compare()).differences).toMatchObject([
    { kind: 'different', words: 'Registered on Zoom, but they have no join link here.' },
  ])
  await repair('different')
  await until(async () => (await held(app, person))?.joinUrl != null)
})

test('a person whose email changed is registered under the new one, and the old one is removed', async () => {
  const email = `new-${person.email}`
  await app.query('update users set email = $1 where user_id = $2', [email, person.userId])
  expect((await compare()).differences).toMatchObject([
    { kind: 'different', words: `Zoom knows them as ${person.email}.` },
  ])
  await repair('different')
  await until(async () => JSON.stringify(there()) === JSON.stringify([email]))
})

test('a sync that has ended is compared, so that nobody is reported as out of sync', async () => {
  await givenRegistrations(app, eventSlotId, 2)
  expect((await compare()).differences).toHaveLength(2)
  expect((await drift()).bySlot.find((slot) => slot.eventSlotId === eventSlotId)?.differences).toBe(2)
  await sync(app, administrator, eventSlotId)
  await app.untilJobsAreDone()
  expect((await show()).differences).toEqual([])
})

test('a delink that has ended is compared', async () => {
  await compare()
  const before = (await show()).slot.comparedAt as Date
  await app.send(delinkWebinar, { eventSlotId }, administrator)
  await app.untilJobsAreDone()
  const { comparedAt, isComparing } = (await show()).slot
  expect(isComparing).toBe(false)
  expect((comparedAt as Date).getTime()).toBeGreaterThan(before.getTime())
})

test('every night all slots that are not over are compared; a comparison waits while the webinar platform is away', async () => {
  // Otherwise the other tests' slots would be compared as well.
  await app.query('update event_slots set webinar_id = null where event_slot_id <> $1', [eventSlotId])
  zoom.change(webinarId, person.email, 'cancel')
  await zoom.goAway()
  await app.write(askAllComparisons)
  await until(async () => (await show()).slot.problem !== '')
  const { slots } = await app.dataOf(getWebinarComparisons, {}, administrator)
  expect(slots.find((slot) => slot.eventSlotId === eventSlotId)).toMatchObject({ isComparing: true })
  await zoom.comeBack()
  await until(async () => {
    if (app.services.webinar.isReachable()) await hurryWebinars(app)
    return (await show()).differences.length === 1
  })
  expect((await show()).slot).toMatchObject({ problem: '', isComparing: false })
})

test.each([
  ['a slot without a webinar', null, 'WEBINAR_MISSING'],
  ['a slot that does not exist', undefined, 'SLOT_NOT_FOUND'],
])('%s is not compared', async (_, given, code) => {
  const slot = given === null ? (await givenWebinarEvent(app, [null])).slotIds[0] : 999_999
  const answer = await app.send(compareWebinar, { eventSlotId: slot }, administrator)
  expect(answer.failure?.code).toBe(code)
})

async function compare() {
  await app.untilJobsAreDone()
  await app.send(compareWebinar, { eventSlotId }, administrator)
  await until(async () => !(await show()).slot.isComparing)
  return show()
}

function show() {
  return app.dataOf(getWebinarComparison, { params: { eventSlotId } }, administrator)
}

function drift() {
  return app.dataOf(getWebinarDrift, {}, administrator)
}

async function repair(kind: WebinarDifferenceKind, webinarDifferenceIds?: number[]) {
  const body = { eventSlotId, kind, ...(webinarDifferenceIds && { webinarDifferenceIds }) }
  return (await app.dataOf(repairDifferences, { body }, administrator)).repairs
}

function there() {
  return [...(zoom.webinars.get(webinarId)?.registrants.values() ?? [])].map(({ email }) => email).sort()
}
