import { beforeAll, expect, test } from 'vitest'
import { updateTimeslot } from '#contract/registrations/registrations/changes.ts'
import { getWebinarRoom } from '#contract/webinars/webinar-rooms/calls.ts'
import { delinkWebinar } from '#contract/webinars/webinars/calls.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import { givenPersonUnmailed, prepared, preparedAdministrator, preparedApp } from '#test/given.ts'
import { givenWebinarEvent, held, register, sync, untilSynced } from '#test/webinars.ts'
import { claimRegistrant } from './webinar-registrants.ts'

let registrationId: number
const app = preparedApp()
const administrator = preparedAdministrator(app)
const event = prepared(() => givenWebinarEvent(app, ['8001', '8002']))
const person = prepared(() => givenPersonUnmailed(app))
beforeAll(async () => {
  registrationId = await register(app, person, event)
  await app.untilJobsAreDone()
})

const joining = ['8001', 'joins']
const removed = ['8001', 'removed']

test('the answer to a registration is an identity, and its email is the one that the webinar platform was told', async () => {
  expect(await identities()).toEqual([joining])
  const email = `new.${person.email}`
  await app.update('users', { email }, { userId: person.userId })
  const [identity] = await app.services.db.selectFrom('platformIdentities').select('email').execute()
  expect(identity).toEqual({ email: person.email })
})

test('a DELINK takes the join URL at once and closes the seat, and a SYNC opens the same seat again', async () => {
  const { joinUrl } = await newest()
  const body = { eventSlotId: event.slotIds[0] }
  const { jobId } = await app.dataOf(delinkWebinar, { body }, administrator)
  expect((await held(app, person))?.joinUrl).toBe(null)
  await untilSynced(app, administrator, jobId)
  expect(await identities()).toEqual([joining, removed])
  const seat = { params: { seatCode: joinUrl?.split('/').at(-1) ?? '' } }
  await expectRefusal(app.call(getWebinarRoom, seat), 'JOIN_LINK_NOT_FOUND')
  await sync(app, administrator, event.slotIds[0])
  expect(await identities()).toEqual([joining, removed, joining])
  expect((await newest()).joinUrl).toBe(joinUrl)
  await expectSuccess(app.call(getWebinarRoom, seat))
})

test('a sync that changes nothing, and a claim, append nothing', async () => {
  await sync(app, administrator, event.slotIds[0])
  await app.query("update webinar_registrants set state = 'unwanted'")
  expect(await claimRegistrant(app.services, { registrationId })).toBeDefined()
  await app.query("update webinar_registrants set state = 'registered', leased_until = null")
  expect(await identities()).toEqual([joining, removed, joining])
})

test('a move keeps the old identity beside the new one', async () => {
  const [newTimeSlotId, newFocusId] = [event.slotIds[1] as number, event.focusId]
  const body = { registrationId, userId: person.userId, eventId: event.eventId, newTimeSlotId, newFocusId }
  const { registration } = await app.dataOf(updateTimeslot, { body }, administrator)
  expect(registration.joinUrl).toBe(null)
  await app.untilJobsAreDone()
  expect((await held(app, person))?.joinUrl).not.toBe(null)
  expect((await identities()).sort()).toEqual([joining, joining, removed, removed, ['8002', 'joins']])
})

/** Returns each identity of the registration. Its registrant id in a webinar is always the same. */
async function identities() {
  const found = await ownIdentities().execute()
  expect(new Set(found.map(({ webinarId, registrantId }) => `${webinarId} ${registrantId}`)).size).toBe(
    new Set(found.map(({ webinarId }) => webinarId)).size,
  )
  return found.map(({ webinarId, joinUrl }) => [webinarId, joinUrl === null ? 'removed' : 'joins'])
}

function newest() {
  return ownIdentities().clearOrderBy().orderBy('platformIdentityId', 'desc').executeTakeFirstOrThrow()
}

function ownIdentities() {
  return app.services.db
    .selectFrom('platformIdentities')
    .select(['webinarId', 'registrantId', 'joinUrl'])
    .where('registrationId', '=', registrationId)
    .orderBy('platformIdentityId')
}
