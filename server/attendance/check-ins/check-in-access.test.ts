import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  addWalkIn,
  checkIn,
  checkOut,
  getDoorList,
  undoCheckIn,
} from '#contract/attendance/check-ins/calls.ts'
import { jobHandlers } from '#server/nouns.ts'
import { expectRefusal, expectSuccess } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  givenAdministrator,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  givenSession,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

let desk: Person
let event: EventWithSlots
let registrationId: number
let desks = 0
let now = at('1 08:00')
const app = preparedApp({ clock: () => now })
const administrator = preparedAdministrator(app)
// Each test has its own desk, and a registration for a slot in person on 9 and 10 February.
beforeEach(async () => {
  now = at('1 08:00')
  desk = await givenAdministrator(app, `desk${++desks}@example.com`, 'front-desk')
  event = await givenEvent(app, { focusId: 4 })
  registrationId = await givenRegistration(app, await givenPersonUnmailed(app), event)
})

describe('a front desk that sends a check-in on the next day', () => {
  test.each([
    ['before it opened the list of that day', '9 07:29', 'SCAN_OF_OTHER_DAY'],
    ['when it opened it', '9 07:30', undefined],
    ['hours later', '9 16:00', undefined],
    ['on a day without its list', '8 12:00', 'SCAN_OF_OTHER_DAY'],
  ])('sends one %s', async (_, scanned, refusal) => {
    await opensListAt('9 07:30')
    await opensListAt('9 12:00')
    now = at('10 07:00')
    await expectRefusal(check(checkIn, { at: at(scanned) }), refusal)
    await expectRefusal(check(checkOut, { at: at(scanned) }), refusal)
    expect(await storedCheckIns()).toBe(refusal ? 0 : 2)
  })

  test('is refused if only another desk had opened the list, and an administrator is not', async () => {
    const other = await givenAdministrator(app, `desk${++desks}@example.com`, 'front-desk')
    await opensListAt('9 07:30', other)
    now = at('10 07:00')
    const { failure } = await check(checkIn, { at: at('9 08:00') })
    expect(failure?.code).toBe('SCAN_OF_OTHER_DAY')
    expect(failure?.message).toContain('An administrator can sign in on this device')
    await expectSuccess(check(checkIn, { at: at('9 08:00') }, administrator))
  })

  test('is answered if the check-in is stored already, whoever sent it', async () => {
    await opensListAt('9 07:30')
    const sent = { checkInId: randomUUID(), at: at('9 08:00') }
    now = at('10 07:00')
    await check(checkIn, sent)
    const other = await givenAdministrator(app, `desk${++desks}@example.com`, 'front-desk')
    expect((await check(checkIn, sent, other)).data).toMatchObject({ name: '', email: '', at: sent.at })
  })

  test('reads no name of that day, and registers no walk-in without its list', async () => {
    now = at('10 07:00')
    const body = { eventSlotId: event.slotIds[0], firstName: 'Wanda', lastName: 'Example' }
    const walkIn = async (email: string) =>
      app.send(addWalkIn, { ...body, email, at: at('9 08:00') }, await token())
    await expectRefusal(walkIn('early@example.com'), 'SCAN_OF_OTHER_DAY')
    expect(await app.query("select from users where email = 'early@example.com'")).toEqual([])
    await opensListAt('9 07:30')
    now = at('10 07:00')
    expect((await walkIn('early@example.com')).data.name).toBe('Wanda Example')
    expect((await check(checkIn, { at: at('9 08:00') })).data).toMatchObject({ name: '', email: '' })
  })
})

test('an undo that waited for another day has to be of a time at which the front desk had its list', async () => {
  await opensListAt('9 07:30')
  now = at('9 08:00')
  const { checkInId } = (await check(checkIn, {})).data
  now = at('10 07:00')
  await expectRefusal(undo(checkInId, at('9 07:00')), 'SCAN_OF_OTHER_DAY')
  expect((await undo(checkInId, at('9 08:01'))).data.visits).toEqual([])
})

test('a front desk takes back no check-in of a day that is over, and an administrator does', async () => {
  await opensListAt('9 07:30')
  now = at('9 08:00')
  const { checkInId } = (await check(checkIn, {})).data
  now = at('10 07:00')
  await expectRefusal(undo(checkInId), 'SCAN_OF_OTHER_DAY')
  await expectSuccess(undo(checkInId, undefined, administrator))
})

test('a front desk sends a check-in of today for any time of today', async () => {
  now = at('9 12:00')
  await expectSuccess(check(checkIn, { at: at('9 07:00') }))
})

test('opened lists are forgotten after the days in which a check-in can be sent', async () => {
  await opensListAt('9 07:30')
  const kept = async (time: string) => {
    now = at(time)
    await jobHandlers(app.services)['expire-records']({}, { isLast: true })
    return app.query(`select 1 as kept from check_in_days where user_id = '${desk.userId}'`)
  }
  expect(await kept('16 23:00')).toHaveLength(1)
  expect(await kept('17 00:30')).toEqual([])
})

/** '9 08:00': on 9 February, Eastern. */
function at(time: string) {
  const [date = '', clock] = time.split(' ')
  return new Date(`2027-02-${date.padStart(2, '0')}T${clock}-05:00`)
}

/** Starts another session: those of administrators end after half an hour without a call. */
function token({ userId } = desk) {
  return givenSession(app, userId)
}

async function opensListAt(time: string, by = desk) {
  now = at(time)
  await app.call(getDoorList, { query: {} }, await token(by))
}

async function check(
  call: typeof checkIn | typeof checkOut,
  sent: { at?: Date; checkInId?: string },
  by = desk,
) {
  return app.send(call, { registrationId, ...sent }, await token(by))
}

async function undo(undoneId: string, undoneAt?: Date, by = desk) {
  return app.send(undoCheckIn, { undoneId, at: undoneAt }, await token(by))
}

async function storedCheckIns() {
  return (await app.query(`select 1 as one from check_ins where registration_id = ${registrationId}`)).length
}
