import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addWalkIn } from '#contract/attendance/check-ins/calls.ts'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import {
  deleteRegistration,
  restoreRegistration,
  updateTimeslot,
} from '#contract/registrations/registrations/changes.ts'
import { getOffer } from '#contract/registrations/waitlists/calls.ts'
import { expectSuccess } from '#test/app.ts'
import {
  activitiesOf,
  administrator,
  app,
  byAdministrator,
  call,
  cancelAndOffer,
  codeOf,
  event,
  idOf,
  join,
  pass,
  placeOf,
  register,
  setClock,
  signInAgain,
  slot,
  startWithFullSlot,
  sweep,
  take,
  waiting,
} from '#test/full-slot.ts'
import { givenPersonUnmailed, givenRegistration, historyOf } from '#test/given.ts'

startWithFullSlot()

/** Deletes the newest registration of the person with the offer. */
async function deleteOwn() {
  const body = { registrationId: await idOf(waiting[0]) }
  await expectSuccess(byAdministrator(deleteRegistration, { body }))
}

const ways: [string, () => Promise<{ status: number }>][] = [
  ['on the card', () => register(waiting[0])],
  ['with the code of the email', () => take(0)],
  [
    'by an administrator',
    () => {
      const { eventId, focusId } = event
      const body = { userId: waiting[0].userId, eventId, focusId, ...slot(), overbooks: true }
      return byAdministrator(registerForEvent, { body })
    },
  ],
  [
    'by a move',
    async () => {
      const { eventId, focusId: newFocusId, slotIds } = event
      const registrationId = await givenRegistration(app, waiting[0], event, { slot: 1 })
      const body = {
        registrationId,
        userId: waiting[0].userId,
        eventId,
        newFocusId,
        newTimeSlotId: slotIds[0],
      }
      return byAdministrator(updateTimeslot, { body })
    },
  ],
  [
    'by a walk-in',
    async () => {
      await app.query(`update events set is_in_person = true where event_id = ${event.eventId}`)
      setClock('2027-02-09T12:30Z')
      await signInAgain()
      const { email } = waiting[0]
      const sent = { checkInId: randomUUID(), at: app.services.clock() }
      return byAdministrator(addWalkIn, {
        body: { ...slot(), email, firstName: 'Pat', lastName: 'Lee', ...sent },
      })
    },
  ],
  [
    'by a merge',
    async () => {
      const other = await givenPersonUnmailed(app)
      const { eventId, focusId } = event
      const body = { userId: other.userId, eventId, focusId, ...slot(), overbooks: true }
      await expectSuccess(byAdministrator(registerForEvent, { body }))
      const merge = { userId: waiting[0].userId, absorbedId: other.userId, ending: [] }
      return byAdministrator(mergeAccounts, { body: merge })
    },
  ],
]

test.each(ways)(
  'somebody who takes an offered seat %s, and loses it at once, waits no more',
  async (_, takes) => {
    await join(0)
    await join(1)
    await cancelAndOffer()
    await signInAgain()
    await expectSuccess(takes())
    await signInAgain()
    expect(await activitiesOf(0)).toContain('seat-taken')
    await deleteOwn()
    expect(await placeOf(0)).toBeUndefined()
    expect((await call(getOffer, { body: { code: await codeOf(0) } }, waiting[0])).data.state).toBe(
      'canceled',
    )
    pass(1)
    await sweep()
    expect([await placeOf(0), await placeOf(1)]).toEqual([undefined, 0])
  },
)

test('a registration that is restored ends the wait that began after its deletion', async () => {
  const { eventId, focusId } = event
  const body = { userId: waiting[0].userId, eventId, focusId, ...slot(), overbooks: true }
  await byAdministrator(registerForEvent, { body })
  await deleteOwn()
  expect(await join(0)).toBe(1)
  const restoring = { registrationId: await idOf(waiting[0]), overbooks: true }
  await expectSuccess(byAdministrator(restoreRegistration, { body: restoring }))
  await deleteOwn()
  expect(await placeOf(0)).toBeUndefined()
  const [noted] = await historyOf(app, administrator, {
    userId: waiting[0].userId,
    activity: 'waitlist-registered',
  })
  expect(noted).toMatchObject({
    event: { eventName: event.eventName },
    item: '09 Feb 2027 – 10 Feb 2027, 8:00 AM - 12:00 PM EST',
  })
})

test('a merge ends the wait of one account for a slot that the other is registered for', async () => {
  await join(0)
  const { eventId, focusId } = event
  const body = { userId: waiting[1].userId, eventId, focusId, ...slot(), overbooks: true }
  await byAdministrator(registerForEvent, { body })
  const merge = { userId: waiting[1].userId, absorbedId: waiting[0].userId, ending: [] }
  await expectSuccess(byAdministrator(mergeAccounts, { body: merge }))
  expect(await placeOf(1)).toBeUndefined()
  const [noted] = await historyOf(app, administrator, {
    userId: waiting[1].userId,
    activity: 'waitlist-left',
  })
  expect(noted?.reason).toBe('Was registered when two accounts were merged')
})
