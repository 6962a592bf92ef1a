import { beforeEach, describe, expect, test } from 'vitest'
import { changeRegistrations, restoreRegistration } from '#contract/registrations/registrations/changes.ts'
import {
  joinWaitlist,
  leaveWaitlist,
  moveInWaitlist,
  offerOutOfTurn,
} from '#contract/registrations/waitlists/calls.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import {
  activitiesOf,
  administrator,
  app,
  byAdministrator,
  call,
  cancel,
  entries,
  entryOf,
  event,
  holder,
  holders,
  join,
  pass,
  registrationId,
  setOpen,
  shown,
  slot,
  startWithFullSlot,
  subjectsTo,
  sweep,
  take,
  waiting,
} from '#test/full-slot.ts'
import { givenPersonUnmailed, historyOf } from '#test/given.ts'

startWithFullSlot()

describe('an administrator', () => {
  beforeEach(async () => {
    await join(0)
    await join(1)
    await join(2)
  })

  test('sees the waitlists, and gives somebody another place with a reason', async () => {
    expect((await entries()).map(({ email }) => email)).toEqual(waiting.map(({ email }) => email))
    const body = { waitlistEntryId: await entryOf(2), place: 1, reason: 'Drives 400 miles' }
    expect((await byAdministrator(moveInWaitlist, { body })).data.place).toBe(1)
    expect((await entries()).map(({ email }) => email)).toEqual([
      waiting[2].email,
      waiting[0].email,
      waiting[1].email,
    ])
    expect((await byAdministrator(moveInWaitlist, { body: { ...body, place: 99 } })).data.place).toBe(3)
    const [newest] = await historyOf(app, administrator, { userId: waiting[2].userId })
    expect(newest).toMatchObject({
      activity: 'waitlist-moved',
      changes: [{ what: 'Place on the waitlist', from: '1', to: '3' }],
      reason: 'Drives 400 miles',
    })
    const blank = await byAdministrator(moveInWaitlist, { body: { ...body, reason: ' ' } })
    expect(blank.failure?.fields).toEqual({ reason: 'Enter a reason' })
  })

  test.each([
    ['their own place', 3],
    ['a place beyond the end', 99],
  ])('moves the last person to %s, and nothing changes', async (_, place) => {
    const body = { waitlistEntryId: await entryOf(2), place, reason: 'Asked' }
    const { data } = await byAdministrator(moveInWaitlist, { body })
    expect(data).toEqual({ place: 3, isMoved: false })
    expect(await activitiesOf(2)).not.toContain('waitlist-moved')
  })

  test('offers a seat out of turn, even one beyond the capacity, after being told', async () => {
    const body = { waitlistEntryId: await entryOf(1), reason: 'Speaker’s guest' }
    const refused = await byAdministrator(offerOutOfTurn, { body })
    expect(refused.failure?.message).toBe('This time slot is full: 1 of 1 seat is taken.')
    const { data } = await byAdministrator(offerOutOfTurn, { body: { ...body, overbooks: true } })
    expect(shown(data.offeredUntil)).toBe('2027-01-12T15:00Z')
    await expectSuccess(take(1))
    expect(await holders()).toHaveLength(2)
    await expectRefusal(byAdministrator(offerOutOfTurn, { body }), 'WAIT_NOT_FOUND')
  })

  test.each([
    ['event', 'EVENT_CLOSED', 'events', 'is_enabled'],
    ['slot', 'SLOT_CLOSED', 'event_slots', 'is_open'],
  ])('offers no seat out of turn while the %s is closed', async (_, refusal, ...what) => {
    await setOpen(...what, false)
    const body = { waitlistEntryId: await entryOf(0), reason: 'Asked', overbooks: true }
    await expectRefusal(byAdministrator(offerOutOfTurn, { body }), refusal)
    expect(await subjectsTo(0)).toEqual([])
  })

  test('reads that a free seat is kept for the waitlist', async () => {
    await cancel()
    const { userId } = await givenPersonUnmailed(app)
    const { eventId, focusId } = event
    const body = { userId, slots: [{ eventId, focusId, ...slot() }], removed: [] }
    const { failure } = await byAdministrator(changeRegistrations, { body })
    expect(failure?.message).toBe('This time slot is full: 1 free seat is held for its waitlist.')
  })

  test('restores a registration whose person has the offer of the seat', async () => {
    for (const person of waiting) await call(leaveWaitlist, { body: slot() }, person)
    await join(0)
    await cancel()
    pass(2)
    await call(joinWaitlist, { body: slot() }, holder)
    await call(leaveWaitlist, { body: slot() }, waiting[0])
    await sweep()
    const restoring = { body: { registrationId } }
    await expectSuccess(byAdministrator(restoreRegistration, restoring))
    expect(await holders()).toEqual([holder.userId])
  })
})
