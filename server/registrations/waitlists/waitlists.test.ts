import { describe, expect, test } from 'vitest'
import { paths } from '#contract/core/paths.ts'
import { getCalendarLink } from '#contract/events/calendars/calls.ts'
import {
  cancelRegistration,
  getRegisteredEvents,
  registerForEvent,
} from '#contract/registrations/registrations/calls.ts'
import {
  deleteRegistration,
  restoreRegistration,
  updateTimeslot,
} from '#contract/registrations/registrations/changes.ts'
import {
  getOffer,
  joinWaitlist,
  leaveWaitlist,
  moveInWaitlist,
} from '#contract/registrations/waitlists/calls.ts'
import { write } from '#server/work.ts'
import { atOnce, expectRefusal, expectSuccess } from '#test/app.ts'
import { readCalendar } from '#test/calendars.ts'
import {
  activitiesOf,
  administrator,
  app,
  byAdministrator,
  call,
  cancel,
  cancelAndOffer,
  codeOf,
  column,
  entries,
  entryOf,
  event,
  holder,
  holders,
  idOf,
  join,
  mailsLeave,
  moveAway,
  offerOf,
  other,
  pass,
  placeOf,
  register,
  registrationId,
  setCapacity,
  setClock,
  setOpen,
  signInAgain,
  slot,
  startWithFullSlot,
  subjectsTo,
  sweep,
  take,
  untilSeats,
  waiting,
} from '#test/full-slot.ts'
import { givenPersonUnmailed, givenRegistration, historyOf } from '#test/given.ts'
import { jobsOf, loseJobs } from '#test/queue.ts'
import { sweepWaitlists, updateWaitlist } from './jobs.ts'

startWithFullSlot()

describe('the waitlist of a full slot', () => {
  test('says whether it is in person, as registrations and offers do', async () => {
    const told = async () => {
      const { registeredEvents } = (await call(getRegisteredEvents, {}, holder)).data
      const { waitlist } = (await call(getRegisteredEvents, {}, waiting[0])).data
      const offer = (await app.send(getOffer, { code: await codeOf(0) })).data
      return [...registeredEvents, ...waitlist, offer].map(({ isInPerson }) => isInPerson)
    }
    await join(0)
    await setCapacity(2)
    await sweep()
    expect(await told()).toEqual([false, false, false])
    await app.query(`update events set is_in_person = true where event_id = ${event.eventId}`)
    expect(await told()).toEqual([true, true, true])
  })

  test('gives each person the next place, once, and closes the gap when somebody leaves', async () => {
    expect([await join(0), await join(1), await join(2), await join(1)]).toEqual([1, 2, 3, 2])
    await call(leaveWaitlist, { body: slot() }, waiting[1])
    await call(leaveWaitlist, { body: slot() }, waiting[1])
    expect([await placeOf(0), await placeOf(1), await placeOf(2)]).toEqual([1, undefined, 2])
    expect(await join(1)).toBe(3)
    expect(await activitiesOf(1)).toEqual(['waitlist-joined', 'waitlist-left', 'waitlist-joined'])
  })

  test('gives many who join at the same moment in two processes different places', async () => {
    const people = await atOnce(20, () => givenPersonUnmailed(app))
    const places = await Promise.all(
      people.map(async (person, index) => {
        const at = index % 2 ? app : other
        return (await at.call(joinWaitlist, { body: slot() }, person.token)).data.place
      }),
    )
    expect(places.sort((a, b) => a - b)).toEqual(people.map((_, index) => index + 1))
  })

  test('is refused while a seat is left, and to those whom the slot does not take anyway', async () => {
    await setCapacity(2)
    await expectRefusal(call(joinWaitlist, { body: slot() }, waiting[0]), 'WAITLIST_NEEDLESS')
    await setCapacity(1)
    await expectRefusal(call(joinWaitlist, { body: slot() }, holder), 'WAITLIST_NEEDLESS')
    await app.query(`update events set is_enabled = false where event_id = ${event.eventId}`)
    await expectRefusal(call(joinWaitlist, { body: slot() }, waiting[0]), 'EVENT_CLOSED')
    const unknown = { eventSlotId: 999_999 }
    await expectRefusal(call(joinWaitlist, { body: unknown }, waiting[0]), 'SLOT_NOT_FOUND')
  })

  test('keeps a freed seat from everybody else', async () => {
    await join(0)
    await cancel()
    const passerby = await givenPersonUnmailed(app)
    await expectRefusal(register(passerby), 'SLOT_FULL')
    await expectRefusal(register(waiting[0]), 'SLOT_FULL')
    await call(leaveWaitlist, { body: slot() }, waiting[0])
    await expectSuccess(register(passerby))
  })
})

describe('a freed seat', () => {
  test('is offered to the next for 24 hours by email and on the page, then to the one after them', async () => {
    await join(0)
    await join(1)
    await cancel()
    await sweep()
    // The minute in which a cancellation can be undone.
    expect(await offerOf(0)).toBeNull()
    pass(1)
    await sweep()
    expect(await offerOf(0)).toBe('2027-01-12T15:01Z')
    expect(await subjectsTo(0)).toEqual([`A seat is available: ${event.eventName}`])
    expect([await placeOf(0), await placeOf(1)]).toEqual([0, 1])
    await mailsLeave()
    pass(24 * 60 - 1)
    await sweep()
    expect(await offerOf(1)).toBeNull()
    pass(1)
    await sweep()
    expect([await placeOf(0), await placeOf(1)]).toEqual([undefined, 0])
    expect(await subjectsTo(0)).toEqual([
      `A seat is available: ${event.eventName}`,
      `Your offer has expired: ${event.eventName}`,
    ])
    await mailsLeave()
    const [mail] = await app.mailsTo(waiting[0].email)
    expect(mail?.text).toContain(paths.openEvents({ eventId: event.eventId }))
    await expectRefusal(take(0), 'OFFER_OVER')
    expect(await stateOf(0)).toBe('expired')
    await expectSuccess(take(1))
    expect(await holders()).toEqual([waiting[1].userId])
    await signInAgain()
    expect(await activitiesOf(0)).toEqual(['offer-expired', 'seat-offered', 'waitlist-joined'])
  })

  test('is taken with the code of the email, without a sign-in; looking takes nothing, and a second tap changes nothing', async () => {
    await join(0)
    await cancelAndOffer()
    const code = await codeOf(0)
    expect((await app.send(getOffer, { code })).data).toMatchObject({
      eventName: event.eventName,
      state: 'offered',
    })
    expect(await holders()).toEqual([])
    const answers = await Promise.all([take(0), take(0, other), take(0)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await holders()).toEqual([waiting[0].userId])
    expect(await stateOf(0)).toBe('taken')
    expect(await activitiesOf(0)).toEqual(['registered', 'seat-taken', 'seat-offered', 'waitlist-joined'])
  })

  test('is said to be canceled or moved after its registration was', async () => {
    await join(0)
    await cancelAndOffer()
    await take(0)
    const { eventId, focusId: newFocusId, slotIds } = event
    const [id, { userId }] = [await idOf(waiting[0]), waiting[0]]
    const move = { registrationId: id, userId, eventId, newFocusId, newTimeSlotId: slotIds[1] }
    await expectSuccess(byAdministrator(updateTimeslot, { body: move }))
    expect(await stateOf(0)).toBe('moved')
    await call(cancelRegistration, { body: { eventId } }, waiting[0])
    expect(await stateOf(0)).toBe('canceled')
    await register(waiting[0])
    expect(await stateOf(0)).toBe('taken')
  })

  test('moves somebody who waits while they have another slot of the event, and offers the seat they leave', async () => {
    await givenRegistration(app, waiting[0], event, { slot: 1 })
    await setCapacity(1, 1)
    await join(0)
    await join(1, 1)
    await cancelAndOffer()
    await expectSuccess(take(0))
    expect(await holders()).toEqual([waiting[0].userId])
    await sweep()
    expect(await placeOf(1, 1)).toBe(0)
  })

  test('is offered once, whatever runs at the same moment', async () => {
    await join(0)
    await join(1)
    await cancel()
    pass(1)
    const eventSlotId = event.slotIds[0]
    await Promise.all(
      [app, other, app, other, app].map((each, index) =>
        write(each.services, undefined, (work) =>
          updateWaitlist(work, index % 2 ? { eventSlotId } : { registrationId }),
        ),
      ),
    )
    expect([await placeOf(0), await placeOf(1)]).toEqual([0, 1])
    expect(await subjectsTo(0)).toHaveLength(1)
  })

  test.each<[string, () => Promise<unknown>]>([
    ['by a deletion', () => byAdministrator(deleteRegistration, { body: { registrationId } })],
    ['by a move', () => moveAway()],
    ['by more seats', () => setCapacity(2)],
    ['because the slot has no limit any more', () => setCapacity(null)],
  ])('%s is offered, too', async (_, free) => {
    await join(0)
    await free()
    pass(1)
    await sweep()
    expect(await placeOf(0)).toBe(0)
  })

  test('follows from what freed it: the jobs are there without the sweep', async () => {
    await join(0)
    await moveAway()
    await setCapacity(2)
    await cancel()
    const ofSlot = (await jobsOf(app, 'offer-seats')).filter(
      ({ data }) => data.eventSlotId === event.slotIds[0],
    )
    // The first one is from the slot's initial capacity.
    expect(ofSlot).toHaveLength(3)
    const ofRegistration = (await jobsOf(app, 'offer-freed-seat')).filter(
      ({ data }) => data.registrationId === registrationId,
    )
    expect(ofRegistration.map(({ delaySeconds }) => delaySeconds)).toEqual([60])
  })

  test('goes back to somebody who cancels and regrets it within the minute', async () => {
    await join(0)
    await cancel()
    await sweep()
    await expectSuccess(register(holder))
    await byAdministrator(deleteRegistration, { body: { registrationId: await idOf(holder) } })
    const body = { registrationId: await idOf(holder) }
    await expectSuccess(byAdministrator(restoreRegistration, { body }))
    pass(2)
    await sweep()
    expect([await holders(), await placeOf(0)]).toEqual([[holder.userId], 1])
  })

  test('is not offered at night, nor for a closed slot', async () => {
    await join(0)
    setClock('2027-01-12T01:59Z')
    await cancel()
    pass(2)
    await sweep()
    expect(await placeOf(0)).toBe(1)
    setClock('2027-01-12T12:00Z')
    await app.query(`update event_slots set is_open = false where event_slot_id = ${event.slotIds[0]}`)
    await sweep()
    expect(await placeOf(0)).toBe(1)
    await app.query(`update event_slots set is_open = true where event_slot_id = ${event.slotIds[0]}`)
    await sweep()
    expect(await offerOf(0)).toBe('2027-01-13T12:00Z')
  })

  test('is offered for 4 hours in the last two days; when the slot begins, all waits end', async () => {
    await join(0)
    await join(1)
    setClock('2027-02-08T15:00Z')
    await cancelAndOffer()
    expect(await offerOf(0)).toBe('2027-02-08T19:01Z')
    setClock('2027-02-09T13:00Z')
    await sweep()
    expect([await placeOf(0), await placeOf(1)]).toEqual([undefined, undefined])
    expect(await subjectsTo(1)).toEqual([])
    expect(await stateOf(0)).toBe('begun')
    await signInAgain()
    expect((await activitiesOf(0))[0]).toBe('offer-expired')
    expect((await activitiesOf(1))[0]).toBe('wait-ended')
  })

  test('goes to the next person if the one with the offer leaves the waitlist', async () => {
    await join(0)
    await join(1)
    await cancelAndOffer()
    await call(leaveWaitlist, { body: slot() }, waiting[0])
    await sweep()
    expect([await stateOf(0), await placeOf(1)]).toEqual(['left', 0])
  })

  test('is not lost while the mail server is away: the hours begin again until the email has left', async () => {
    await join(0)
    await join(1)
    await cancelAndOffer()
    pass(24 * 60)
    await sweep()
    expect(await offerOf(0)).toBe('2027-01-13T15:01Z')
    expect(await placeOf(1)).toBe(1)
    await mailsLeave()
    pass(24 * 60)
    await sweep()
    expect([await placeOf(0), await placeOf(1)]).toEqual([undefined, 0])
  })

  test.each([
    ['the sweep saw that it waited', sweep],
    ['the portal was down, too', () => undefined],
  ])('is kept for its hours from when a late email left, also if %s', async (_, meanwhile) => {
    await join(0)
    await cancelAndOffer()
    pass(24 * 60 - 1)
    await meanwhile()
    await mailsLeave(app.services.clock())
    await sweep()
    expect(await offerOf(0)).toBe('2027-01-13T15:00Z')
    pass(24 * 60)
    await sweep()
    expect(await placeOf(0)).toBeUndefined()
  })

  test('is offered until a time that the email names', async () => {
    await join(0)
    await cancelAndOffer()
    const [text] = await column(`
      select t.text as value from mails join mail_texts t using (mail_id) where to_address = '${waiting[0].email}'`)
    expect(text).toMatch(/It's yours until Tue 12 Jan 2027, \d+:\d\d AM Eastern\./)
    expect(text).toContain('Claim my seat: ')
  })

  test.each([
    ['event', 'EVENT_CLOSED', 'events', 'is_enabled'],
    ['slot', 'SLOT_CLOSED', 'event_slots', 'is_open'],
  ])(
    'is kept while the %s is closed, and its hours begin again when it opens',
    async (_, refusal, ...what) => {
      await join(0)
      await join(1)
      await cancelAndOffer()
      await mailsLeave()
      await setOpen(...what, false)
      await setCapacity(2)
      pass(24 * 60)
      await sweep()
      await expectRefusal(take(0), refusal)
      expect([await offerOf(0), await placeOf(1)]).toEqual(['2027-01-13T15:01Z', 1])
      await setOpen(...what, true)
      await sweep()
      expect([await offerOf(0), await placeOf(1)]).toEqual(['2027-01-13T15:01Z', 0])
      expect(await subjectsTo(0)).toEqual([`A seat is available: ${event.eventName}`])
      await expectSuccess(take(0))
      await signInAgain()
      expect((await activitiesOf(0)).slice(2)).toEqual(['seat-offered', 'waitlist-joined'])
    },
  )

  test.each<[string, () => Promise<unknown>]>([
    ['its email waits', () => Promise.resolve()],
    ['its slot is closed', async () => Promise.all([mailsLeave(), setOpen('event_slots', 'is_open', false)])],
    ['its event is closed', async () => Promise.all([mailsLeave(), setOpen('events', 'is_enabled', false)])],
  ])('is found by the sweep of each minute while %s, and by no sweep before', async (_, close) => {
    await join(0)
    await cancelAndOffer()
    await mailsLeave()
    expect(await foundBySweep()).not.toContainEqual(slot())
    await app.query("update mails set status = 'queued', sent_at = null")
    await close()
    expect(await foundBySweep()).toContainEqual(slot())
  })

  test('is given to one person if it is taken, registered for and offered anew at the same moment', async () => {
    await join(0)
    await join(1)
    await cancelAndOffer()
    await mailsLeave()
    pass(24 * 60)
    const rivals = await atOnce(10, () => givenPersonUnmailed(app))
    await Promise.all([
      sweep(other),
      take(0),
      ...rivals.map((person, index) => register(person, index % 2 ? app : other)),
    ])
    await sweep()
    expect([await holders(), await placeOf(1)]).toEqual([[], 0])
    const answers = await Promise.all([take(1), take(1, other), ...rivals.map((person) => register(person))])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, ...rivals.map(() => 409)])
    expect(await holders()).toEqual([waiting[1].userId])
  })

  test('ends the wait of somebody whom an administrator registers', async () => {
    await join(0)
    const { eventId, focusId } = event
    const body = { userId: waiting[0].userId, eventId, focusId, ...slot(), overbooks: true }
    await expectSuccess(byAdministrator(registerForEvent, { body }))
    expect(await placeOf(0)).toBeUndefined()
    expect((await activitiesOf(0)).slice(0, 2)).toEqual(['registered', 'waitlist-registered'])
  })

  test('counts nobody who is registered by now', async () => {
    for (const who of [0, 1, 2] as const) await join(who)
    const { eventId, focusId } = event
    const body = { userId: waiting[0].userId, eventId, focusId, ...slot(), overbooks: true }
    await expectSuccess(byAdministrator(registerForEvent, { body }))
    expect((await entries()).map(({ place }) => place)).toEqual([1, 2])
    expect(await placeOf(2)).toBe(2)
    const move = { waitlistEntryId: await entryOf(2), place: 1, reason: 'Asked' }
    expect((await byAdministrator(moveInWaitlist, { body: move })).data.place).toBe(1)
    const [newest] = await historyOf(app, administrator, { userId: waiting[2].userId })
    expect(newest?.changes).toMatchObject([{ from: '2', to: '1' }])
    expect((await entries()).map(({ userId }) => userId)).toEqual([waiting[2].userId, waiting[1].userId])
  })
})

test("a wait is tentative in the person's calendar, and in their own data", async () => {
  await join(0)
  const { url } = (await call(getCalendarLink, {}, waiting[0])).data
  const days = async () => readCalendar((await app.request({ url: new URL(url).pathname })).body)[1]
  expect(await days()).toMatchObject(
    [1, 2].map((day) => ({
      status: 'TENTATIVE',
      summary: `Waitlist: ${event.eventName}, day ${day} of 2`,
      url: null,
      alarms: [],
    })),
  )
  const path = '/api/private/account-data/json'
  const { body } = await app.request({ url: path, headers: { authorization: `Bearer ${waiting[0].token}` } })
  expect(JSON.parse(body).waitlists).toMatchObject([{ eventName: event.eventName, state: 'waiting' }])
  await cancelAndOffer()
  await take(0)
  expect((await days()).map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED'])
})

test('the list of events offers no seat that others wait for, and shows it when nobody does', async () => {
  await join(0)
  await cancel()
  await untilSeats(0)
  await call(leaveWaitlist, { body: slot() }, waiting[0])
  await untilSeats(1)
})

/** Returns the state on an offer's page. */
async function stateOf(who: 0 | 1 | 2) {
  return (await app.send(getOffer, { code: await codeOf(who) })).data.state
}

/** Returns the slots that the sweep finds. */
async function foundBySweep() {
  await loseJobs(app, 'offer-seats')
  await app.write(sweepWaitlists)
  return (await jobsOf(app, 'offer-seats')).map(({ data }) => data)
}
