import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addWalkIn, checkIn, checkOut, undoCheckIn } from '#contract/attendance/check-ins/calls.ts'
import { getDoorDay } from '#contract/attendance/check-ins/days.ts'
import { mergeAccounts } from '#contract/office/accounts/merges.ts'
import { expectRefusal } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  givenAdministrator,
  givenCredit,
  givenEvent,
  givenPerson,
  givenRegistration,
  givenSession,
  historyOf,
  prepared,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const [day, nextDay] = ['2027-02-09', '2027-02-10'] as const
let event: EventWithSlots
let now = at('00:30')
const app = preparedApp({ clock: () => now })
const administrator = preparedAdministrator(app)
const desk = prepared(() => givenAdministrator(app, 'desk@example.com', 'front-desk'))
beforeEach(async () => {
  now = at('00:30')
  event = await givenEvent(app, { eventName: 'South Carolina IA Seminar 2027', focusId: 4 })
  now = at('07:52')
})

describe('somebody without a registration', () => {
  test('is registered and checked in, and asked by email to complete the profile', async () => {
    const { data } = await walkIn({ email: 'walk-in@example.com', firstName: ' Wanda ' })
    expect(data).toMatchObject({ name: 'Wanda Example', was: null, at: at('07:52') })
    const subjects = (await app.mailsTo('walk-in@example.com', 2)).map(({ subject }) => subject)
    expect(subjects).toContain('Complete your profile for South Carolina IA Seminar 2027')
    // The same person again, at the other door.
    expect((await walkIn({ email: 'Wanda <Walk-in@example.com>' })).data).toMatchObject({
      registrationId: data.registrationId,
      was: 'in',
    })
  })

  test('keeps their account and name if the email has one', async () => {
    const known = await givenPerson(app, { profile: { firstName: 'Abe', lastName: 'Adams' } })
    const { data } = await walkIn({ email: known.email })
    // The door learns no name by an email, unless they were expected today.
    expect([data.name, data.email]).toEqual(['Wanda Example', known.email])
    expect(await dayOf(data.registrationId)).toMatchObject({ name: 'Abe Adams' })
    expect((await walkIn({ email: known.email })).data.name).toBe('Abe Adams')
  })

  test('is not registered, nor named, if they are an administrator', async () => {
    const { failure } = await walkIn({ email: administrator.email })
    expect(failure?.code).toBe('WALK_IN_ADMINISTRATOR')
  })

  test('is registered in the account that continues, if the email is that of a merged one', async () => {
    const [kept, absorbed] = [await givenPerson(app), await givenPerson(app)]
    const body = { userId: kept.userId, absorbedId: absorbed.userId, ending: [] }
    const merged = await app.send(mergeAccounts, body, await token(administrator))
    expect(merged.failure).toBeUndefined()
    const { registrationId, email } = (await walkIn({ email: absorbed.email })).data
    expect(email).toBe(absorbed.email)
    const [held] = await app.query(
      `select user_id from registrations where registration_id = ${registrationId}`,
    )
    expect(held.user_id).toBe(kept.userId)
  })

  test('is not registered for a slot of another day, also if the check-in waited', async () => {
    event = await givenEvent(app, { focusId: 4, year: 2028 })
    const email = 'late@example.com'
    await expectRefusal(walkIn({ email }), 'NOT_OF_THIS_DAY')
    await expectRefusal(walkIn({ email, at: now }), 'NOT_OF_THIS_DAY')
  })

  test('is not registered for a virtual slot', async () => {
    event = await givenEvent(app)
    await expectRefusal(walkIn({ email: 'virtual@example.com' }), 'SLOT_NOT_FOUND')
  })
})

describe('somebody with a registration', () => {
  let person: Person
  let registrationId: number
  beforeEach(async () => {
    now = at('00:30')
    person = await givenPerson(app)
    registrationId = await givenRegistration(app, person, event, { slot: 1 })
    now = at('07:52')
  })

  test('is checked in for their own slot of the day', async () => {
    expect((await walkIn({ email: person.email })).data).toMatchObject({ registrationId, was: null })
    expect(await slotOf(registrationId)).toBe(event.slotIds[1])
    expect(await dayOf(registrationId)).toMatchObject({ isWalkIn: false, visits: [{ inAt: at('07:52') }] })
  })

  test('of another day is moved, and its undo leaves them registered', async () => {
    await heldOnlyOn(nextDay, 1)
    const { checkInId } = (await walkIn({ email: person.email })).data
    await undo(checkInId)
    expect(await slotOf(registrationId)).toBe(event.slotIds[0])
    expect(await dayOf(registrationId)).toMatchObject({ isCanceled: false, isWalkIn: false, visits: [] })
  })
})

describe('a walk-in that is sent again', () => {
  test('does not undo a move in between', async () => {
    const sent = { email: 'again@example.com', checkInId: randomUUID(), at: now }
    const { data } = await walkIn(sent)
    await heldOnlyOn(nextDay, 1)
    await moveTo(1, data.registrationId)
    expect((await walkIn(sent)).data).toEqual(data)
    expect(await slotOf(data.registrationId)).toBe(event.slotIds[1])
  })

  test('is refused if a leaving has its id', async () => {
    const { registrationId } = (await walkIn({ email: 'left@example.com' })).data
    const checkInId = randomUUID()
    const left = await app.send(checkOut, { registrationId, checkInId }, await token())
    expect(left.failure).toBeUndefined()
    await expectRefusal(walkIn({ email: 'left@example.com', checkInId }), 'SCAN_ID_TAKEN')
  })
})

describe('a walk-in that is taken back', () => {
  test('is neither registered nor a walk-in nor a no-show', async () => {
    const { checkInId, registrationId } = (await walkIn({ email: 'undone@example.com' })).data
    expect((await undo(checkInId)).data.visits).toEqual([])
    expect(await dayOf(registrationId)).toBeUndefined()
    const reader = { ...administrator, token: await givenSession(app, administrator.userId) }
    const history = await historyOf(app, reader, { registrationId })
    expect(history.map(({ activity }) => activity)).toEqual([
      'cancelled',
      'check-in-undone',
      'checked-in',
      'registered',
    ])
    const again = (await walkIn({ email: 'undone@example.com' })).data.registrationId
    expect(again).not.toBe(registrationId)
    expect(await dayOf(again)).toMatchObject({ isWalkIn: true })
  })

  test('stays registered if another door has checked them in, and is then no walk-in', async () => {
    const { checkInId, registrationId } = (await walkIn({ email: 'twice@example.com' })).data
    await app.send(checkIn, { registrationId }, await token())
    expect((await undo(checkInId)).data.visits).toEqual([{ inAt: at('07:52'), outAt: null }])
    expect(await dayOf(registrationId)).toMatchObject({ isCanceled: false, isWalkIn: false })
  })

  test('stays registered if they came on another day, too', async () => {
    const { checkInId, registrationId } = (await walkIn({ email: 'days@example.com' })).data
    now = new Date(`${nextDay}T07:52:00-05:00`)
    await app.send(checkIn, { registrationId }, await token())
    // The front desk takes back nothing of an earlier day.
    expect((await undo(checkInId, administrator)).data.visits).toEqual([])
    expect(await dayOf(registrationId)).toMatchObject({ isCanceled: false })
  })

  test('stays registered once the registration has hours', async () => {
    const { email } = await givenPerson(app)
    const { checkInId, registrationId } = (await walkIn({ email })).data
    const by = { ...administrator, token: await givenSession(app, administrator.userId) }
    await givenCredit(app, by, registrationId, 4)
    await undo(checkInId)
    expect(await dayOf(registrationId)).toMatchObject({ isCanceled: false, isWalkIn: false })
  })
})

function at(time: string) {
  return new Date(`${day}T${time}:00-05:00`)
}

/** Starts another session: those of administrators end after half an hour without a call. */
function token({ userId } = desk) {
  return givenSession(app, userId)
}

async function walkIn(of: { email: string; firstName?: string; checkInId?: string; at?: Date }) {
  const body = { eventSlotId: event.slotIds[0], firstName: 'Wanda', lastName: 'Example', ...of }
  return app.send(addWalkIn, body, await token())
}

async function undo(undoneId: string, by = desk) {
  return app.send(undoCheckIn, { undoneId }, await token(by))
}

/** Returns what the page of the day has about a registration. */
async function dayOf(registrationId: number) {
  const { people } = await app.dataOf(getDoorDay, { query: { day } }, await token(administrator))
  return people.find((each) => each.registrationId === registrationId)
}

async function heldOnlyOn(on: typeof day | typeof nextDay, slot: 0 | 1) {
  await app.update('eventSlots', { startOn: on, endOn: on }, { eventSlotId: event.slotIds[slot] as number })
}

async function moveTo(slot: 0 | 1, registrationId: number) {
  await app.update('registrations', { eventSlotId: event.slotIds[slot] }, { registrationId })
}

async function slotOf(registrationId: number) {
  const { eventSlotId } = await app.services.db
    .selectFrom('registrations')
    .select('eventSlotId')
    .where('registrationId', '=', registrationId)
    .executeTakeFirstOrThrow()
  return eventSlotId
}
