import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkIn, checkOut, undoCheckIn } from '#contract/attendance/check-ins/calls.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { easternDay } from '#contract/core/season.ts'
import { makeTicket } from '#server/registrations/tickets/tickets.ts'
import { atOnce, expectRefusal } from '#test/app.ts'
import type { Person } from '#test/given.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  givenSession,
  historyOf,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const day = '2027-02-09'
let person: Person
let registrationId: number
let now = at('1 08:00')
const app = preparedApp({ clock: () => now })
const administrator = preparedAdministrator(app)
// Each test has its own registration for a slot in person on 9 and 10 February.
beforeEach(async () => {
  now = at('1 08:00')
  person = await givenPersonUnmailed(app)
  registrationId = await givenRegistration(app, person, await givenEvent(app, { focusId: 4 }))
  now = at('9 07:52')
})

describe('a check-in', () => {
  test.each([
    ['the day before the slot', '8 12:00', 'NOT_OF_THIS_DAY'],
    ['the first day', '9 00:00', undefined],
    ['the last day', '10 23:59', undefined],
    ['the day after the slot', '11 00:00', 'NOT_OF_THIS_DAY'],
  ])('on %s is taken or refused', async (_, time, refusal) => {
    now = at(time)
    await expectRefusal(check(checkIn, {}), refusal)
  })

  test('is answered with the arrival or leaving that counts', async () => {
    now = at('9 18:00')
    const answers: [call: typeof checkIn | typeof checkOut, scanned: string, counts: string][] = [
      [checkIn, '9 08:00', '9 08:00'],
      [checkOut, '9 12:00', '9 12:00'],
      [checkIn, '9 12:45', '9 12:45'],
      [checkIn, '9 12:50', '9 12:45'],
      // It arrives late, and the leaving at 12:00 counts.
      [checkOut, '9 11:50', '9 11:50'],
      [checkOut, '9 16:00', '9 16:00'],
      [checkOut, '9 15:00', '9 16:00'],
    ]
    for (const [call, scanned, counts] of answers) {
      expect((await check(call, { at: at(scanned) })).data.at).toEqual(at(counts))
    }
  })

  test.each([
    ['the last evening', '10 20:00', '11 00:05', ['10 20:00', '11 00:05']],
    ['another evening', '9 20:00', '10 00:05', ['9 20:00', '10 00:05']],
  ])('out after midnight ends the visit of %s', async (_, came, left, visit) => {
    now = at(came)
    await check(checkIn, {})
    now = at(left)
    const checkInId = randomUUID()
    for (const sent of [{ checkInId }, { checkInId }, {}]) {
      const { data } = await check(checkOut, sent)
      expect(data.visits).toEqual([{ inAt: at(visit[0] ?? ''), outAt: at(visit[1] ?? '') }])
    }
  })

  test('out after midnight belongs to the new day if no visit of the evening is open', async () => {
    now = at('9 20:00')
    await check(checkIn, {})
    now = at('9 22:00')
    await check(checkOut, {})
    now = at('10 00:05')
    expect((await check(checkOut, {})).data.visits).toEqual([{ inAt: null, outAt: now }])
  })

  test('that is sent again is stored once, and answered in the same way', async () => {
    const sent = { checkInId: randomUUID(), at: at('9 07:50') }
    const [first, second] = [await check(checkIn, sent), await check(checkIn, sent)]
    expect(first.data).toMatchObject({ checkInId: sent.checkInId, was: null })
    expect(second.data).toEqual(first.data)
    expect(await storedCheckIns()).toHaveLength(1)
  })

  test('is stored with who noted it, how, when and since when the portal knows', async () => {
    const ticket = await app.services.db
      .transaction()
      .execute((tx) => makeTicket({ tx, clock: () => now }, registrationId))
    await check(checkIn, { at: at('9 07:40') })
    await check(checkOut, { ticket, registrationId: undefined, at: at('9 07:41') })
    await check(checkIn, { how: 'sheet', at: at('9 07:42') })
    const noted = { dayOn: day, checkedBy: administrator.userId, receivedAt: now }
    expect(await storedCheckIns()).toEqual([
      { act: 'in', how: 'search', checkedAt: at('9 07:40'), ...noted },
      { act: 'out', how: 'ticket', checkedAt: at('9 07:41'), ...noted },
      { act: 'in', how: 'sheet', checkedAt: at('9 07:42'), ...noted },
    ])
  })

  test.each([
    ['of seven days ago keeps its time', '10 12:00', '17 12:00', '10 12:00'],
    ['of the future is moved to now', '9 13:00', '9 12:00', '9 12:00'],
  ])('%s', async (_, scanned, arrived, stored) => {
    now = at(arrived)
    await check(checkIn, { at: at(scanned) })
    expect(await storedCheckIns()).toMatchObject([{ checkedAt: at(stored), dayOn: easternDay(at(stored)) }])
  })

  test('of six doors at the same moment is one arrival', async () => {
    const answers = await atOnce(6, () => check(checkIn, {}))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await history()).toEqual(['checked-in'])
  })

  test('that changes no visit is not in the history', async () => {
    await check(checkIn, {})
    now = at('9 12:00')
    await check(checkIn, {})
    await check(checkOut, {})
    expect(await history()).toEqual(['checked-out', 'checked-in'])
    expect(await storedCheckIns()).toHaveLength(3)
  })
})

describe('an undo', () => {
  test('of the day before leaves the check-ins of today', async () => {
    const { checkInId } = (await check(checkIn, {})).data
    now = at('10 08:00')
    await check(checkIn, {})
    expect((await undo(checkInId)).data.visits).toEqual([])
    expect((await check(checkOut, {})).data).toMatchObject({ was: 'in' })
    const [, entry] = await entries()
    expect(entry).toMatchObject({ activity: 'check-in-undone', item: '09 Feb 2027' })
  })

  test('of six doors at the same moment is one undo', async () => {
    const { checkInId } = (await check(checkIn, {})).data
    await atOnce(6, () => undo(checkInId))
    expect(await history()).toEqual(['check-in-undone', 'checked-in'])
    await undo(checkInId, at('9 07:50'))
    expect(await storedCheckIns()).toHaveLength(2)
  })

  test('is stored as the check-in was, and no later than it arrives', async () => {
    const { checkInId } = (await check(checkIn, { how: 'sheet' })).data
    const { checkInId: other } = (await check(checkIn, { how: 'sheet' })).data
    await undo(checkInId, at('9 07:50'))
    await undo(other, at('9 09:00'))
    expect(await storedCheckIns()).toMatchObject([
      { act: 'undo', how: 'sheet', checkedAt: at('9 07:50'), dayOn: day },
      { act: 'in', how: 'sheet', checkedAt: now },
      { act: 'in', how: 'sheet', checkedAt: now },
      { act: 'undo', how: 'sheet', checkedAt: now },
    ])
  })
})

/** '9 08:00': on 9 February, Eastern. */
function at(time: string) {
  const [date = '', clock] = time.split(' ')
  return new Date(`2027-02-${date.padStart(2, '0')}T${clock}-05:00`)
}

/** Starts another session: those of administrators end after half an hour without a call. */
function token() {
  return givenSession(app, administrator.userId)
}

async function check(call: typeof checkIn | typeof checkOut, sent: Input<typeof checkIn>['body']) {
  return app.send(call, { registrationId, ...sent }, await token())
}

async function undo(undoneId: string, undoneAt?: Date) {
  return app.send(undoCheckIn, { undoneId, at: undoneAt }, await token())
}

/** The stored check-ins, in the order of their times. */
function storedCheckIns() {
  return app.services.db
    .selectFrom('checkIns')
    .select(['act', 'how', 'checkedAt', 'dayOn', 'checkedBy', 'receivedAt'])
    .where('registrationId', '=', registrationId)
    .orderBy('checkedAt')
    .orderBy('act')
    .execute()
}

async function entries() {
  return historyOf(app, { ...administrator, token: await token() }, { userId: person.userId })
}

async function history() {
  return (await entries()).map(({ activity }) => activity).filter((each) => each.startsWith('check'))
}
