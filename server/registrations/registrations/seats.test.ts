import { beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint, Input } from '#contract/core/endpoint.ts'
import { getAllEvents, getEventsWithSlots } from '#contract/events/events/calls.ts'
import { changeSlot, getOverCapacity } from '#contract/events/slots/calls.ts'
import { previewBulkJob, startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import {
  changeRegistrations,
  deleteRegistration,
  restoreRegistration,
  updateTimeslot,
} from '#contract/registrations/registrations/changes.ts'
import { runBulkJob } from '#server/office/bulk-jobs/jobs.ts'
import { atOnce, expectRefusal, expectSuccess, until } from '#test/app.ts'
import type { Answer } from '#test/call-app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  cancelOwn,
  choiceOf,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  historyOf,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

let event: EventWithSlots
const app = preparedApp({ works: false })
const other = preparedApp({ works: false, sharing: app })
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  event = await givenEvent(app)
})

describe('a slot with a number of seats', () => {
  test('gives the last seat to exactly one of many who ask two processes at the same moment', async () => {
    await setCapacity(1)
    const people = await atOnce(500, () => givenPersonUnmailed(app))
    const answers = await Promise.all(
      people.map((person, place) => register(person, 0, { at: place % 2 ? app : other })),
    )
    const codes = answers.map(({ failure }) => failure?.code ?? 'registered')
    expect(codes.filter((code) => code === 'registered')).toHaveLength(1)
    expect(codes.filter((code) => code === 'SLOT_FULL')).toHaveLength(499)
    expect(await countRegistered(0)).toBe(1)
  })

  test('stays within its seats while people register for it, move into it and are restored', async () => {
    await setCapacity(5)
    const movers = await givenPeople(10)
    for (const mover of movers) await register(mover, 1)
    const deleted = await givenPeople(5)
    const ids = await Promise.all(deleted.map((person) => givenRegistration(app, person, event)))
    for (const registrationId of ids) {
      await app.send(deleteRegistration, { registrationId }, administrator)
    }
    const comers = await givenPeople(10)
    const answers: Answer<Endpoint>[] = await Promise.all([
      ...[...movers, ...comers].map((person, place) => register(person, 0, { at: place % 2 ? app : other })),
      ...ids.map((registrationId) => other.send(restoreRegistration, { registrationId }, administrator)),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(new Set(answers.map(({ failure }) => failure?.code))).toEqual(new Set([undefined, 'SLOT_FULL']))
    expect(await countRegistered(0)).toBe(5)
  })

  test('keeps its own people: they ask again, and a seat that they leave is free', async () => {
    await setCapacity(1)
    const [first, second] = await givenPeople(2)
    await expectSuccess(register(first, 0))
    await expectSuccess(register(first, 0))
    expect((await register(second, 0)).failure).toMatchObject({
      code: 'SLOT_FULL',
      message: 'This time slot is full. Choose another one, or join its waitlist.',
    })
    await cancelOwn(app, first, event)
    await expectSuccess(register(second, 0))
  })

  test('has as many seats as before if a change does not mention them; fewer remove nobody', async () => {
    await setCapacity(2)
    const [first, second, third] = await givenPeople(3)
    await register(first, 0)
    await register(second, 0)
    await expectSuccess(change({}))
    await expectRefusal(register(third, 0), 'SLOT_FULL')
    await setCapacity(1)
    expect(await slotOf()).toMatchObject({ capacity: 1, seatsLeft: -1, registrations: 2 })
    const query = { eventSlotId: event.slotIds[0], capacity: 1 }
    const over = (await byAdministrator(getOverCapacity, { query })).data
    expect([over.total, over.people.map(({ email }) => email)]).toEqual([1, [second.email]])
    const [changed] = await historyOf(app, administrator, { eventId: event.eventId })
    expect(changed).toMatchObject({
      activity: 'slot-changed',
      changes: [{ what: 'Seats', from: '2', to: '1' }],
    })
    await setCapacity(null)
    await expectSuccess(register(third, 0))
    expect(await slotOf()).toMatchObject({ capacity: null, seatsLeft: null })
  })

  test.each([0, -1, 1.5, 100_001, '4'])('cannot have %j seats', async (capacity) => {
    const { failure } = await change({ capacity: capacity as number })
    expect(failure?.fields).toMatchObject({
      capacity: 'Seats are a whole number from 1 to 100,000. Leave them empty for no limit.',
    })
  })

  test('is still found by those who register while it gets its number of seats', async () => {
    const people = await givenPeople(20)
    const [, ...answers] = await Promise.all([setCapacity(10), ...people.map((each) => register(each, 0))])
    const codes = new Set(answers.map(({ failure }) => failure?.code ?? 'registered'))
    expect(codes.difference(new Set(['registered', 'SLOT_FULL']))).toEqual(new Set())
  })
})

describe('an administrator', () => {
  let person: Person
  let registrationId: number
  beforeEach(async () => {
    const [first, second] = await givenPeople(2)
    person = second
    await setCapacity(1)
    await register(first, 0)
    registrationId = await givenRegistration(app, person, event, { slot: 1 })
  })
  const full = 'This time slot is full: 1 of 1 seat is taken.'

  test('is told that the slot is full, and overbooks it by moving somebody', async () => {
    const [newTimeSlotId, newFocusId] = [event.slotIds[0], event.focusId]
    const move = { registrationId, userId: person.userId, eventId: event.eventId, newTimeSlotId, newFocusId }
    const refused = await byAdministrator(updateTimeslot, { body: move })
    expect(refused.failure).toMatchObject({ code: 'SLOT_FULL', message: full })
    await expectSuccess(byAdministrator(updateTimeslot, { body: { ...move, overbooks: true } }))
    expect(await slotOf()).toMatchObject({ capacity: 1, seatsLeft: -1 })
  })

  test('is told so, and overbooks it by adding somebody', async () => {
    const [added] = await givenPeople(1)
    const slot = choiceOf(event)
    const plan = { userId: added.userId, slots: [slot], removed: [] }
    const refused = await byAdministrator(changeRegistrations, { body: plan })
    expect(refused.failure).toMatchObject({ code: 'SLOT_FULL', message: full, fields: { 'slots.0': full } })
    const unknown = { ...slot, eventId: 999_999 }
    const mixed = await byAdministrator(changeRegistrations, { body: { ...plan, slots: [slot, unknown] } })
    expect(mixed.failure?.code).toBe('REGISTRATIONS_REFUSED')
    await expectSuccess(byAdministrator(changeRegistrations, { body: { ...plan, overbooks: true } }))
  })

  test('is told so, and overbooks it by restoring somebody', async () => {
    await setCapacity(2)
    await register(person, 0)
    await byAdministrator(deleteRegistration, { body: { registrationId } })
    const [another] = await givenPeople(1)
    await register(another, 0)
    const refused = await byAdministrator(restoreRegistration, { body: { registrationId } })
    expect(refused.failure?.message).toBe('This time slot is full: 2 of 2 seats are taken.')
    const body = { registrationId, overbooks: true }
    await expectSuccess(byAdministrator(restoreRegistration, { body }))
  })

  test('sees before a bulk move for whom there is no seat', async () => {
    await setCapacity(2)
    const [another] = await givenPeople(1)
    const ids = [registrationId, await givenRegistration(app, another, event, { slot: 1 })]
    const { eventId, focusId } = event
    const verdicts = async (overbooks: boolean) => {
      const action = { kind: 'move', eventId, eventSlotId: event.slotIds[0], focusId, overbooks } as const
      const { data } = await byAdministrator(previewBulkJob, { body: { action, registrations: { ids } } })
      return data.people.map(({ verdict }) => verdict)
    }
    expect(await verdicts(false)).toEqual(['changes', 'SLOT_FULL'])
    expect(await verdicts(true)).toEqual(['changes', 'changes'])
  })

  test('only: a person who asks to overbook is refused', async () => {
    const [comer] = await givenPeople(1)
    await expectRefusal(register(comer, 0, { overbooks: true }), 'SLOT_FULL')
  })
})

// People lock a slot and then their registrations, in the order of people. Another order deadlocks with theirs.
describe('moves by administrators lock in the order of all verbs:', () => {
  let ids: number[]
  beforeEach(async () => {
    await setCapacity(50)
    ids = []
    for (const person of (await givenPeople(3)).toSorted((a, b) => (a.userId < b.userId ? 1 : -1))) {
      ids.push(await givenRegistration(app, person, event, { slot: 1 }))
    }
  })

  test('a slot before the registration', async () => {
    const [registrationId = 0] = ids
    const [{ userId } = {}] = await app.query(
      `select user_id as "userId" from registrations where registration_id = ${registrationId}`,
    )
    const { eventId, focusId: newFocusId, slotIds } = event
    const body = { registrationId, userId, eventId, newTimeSlotId: slotIds[0], newFocusId }
    const slot = `event_slots where event_slot_id = ${slotIds[0]}`
    const { status } = await whileLocked(slot, () => byAdministrator(updateTimeslot, { body }), [
      registrationId,
    ])
    expect(status).toBe(200)
  })

  test('registrations in the order of people, in a bulk move and in its undo', async () => {
    const { eventId, focusId, slotIds } = event
    const [first, second, ofFirstPerson] = ids as [number, number, number]
    const action = { kind: 'move', eventId, eventSlotId: slotIds[0], focusId } as const
    const { jobId } = (await byAdministrator(startBulkJob, { body: { action, registrations: { ids } } })).data
    const run = (bulkJobId: string) => () => app.write((work) => runBulkJob(work, { bulkJobId }))
    const locked = `registrations where registration_id = ${ofFirstPerson}`
    await whileLocked(locked, run(jobId), [first, second])
    expect(await countRegistered(0)).toBe(3)
    const undoing = { params: { jobId }, body: { reason: 'Mistake' } }
    const undo = (await byAdministrator(undoBulkJob, undoing)).data
    await whileLocked(locked, run(undo.jobId), [first, second])
    expect(await countRegistered(1)).toBe(3)
  })

  /** Locks a row, acts until that waits for the row, and expects that none of these registrations is locked. */
  async function whileLocked<Result>(
    row: string,
    act: () => Promise<Result>,
    free: number[],
  ): Promise<Result> {
    const client = await app.services.pool.connect()
    try {
      await client.query(`begin; select from ${row} for no key update`)
      const acting = act()
      await until(async () => {
        const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        return (await app.query(waiting)).length > 0
      })
      const ids = `registration_id in (${free.join()})`
      const { rows } = await client.query(
        `select from registrations where ${ids} for no key update skip locked`,
      )
      await client.query('commit')
      const result = await acting
      expect(rows).toHaveLength(free.length)
      return result
    } finally {
      client.release(true)
    }
  }
})

describe('the list of events', () => {
  test('says how many seats are left from 20 down, in every process', async () => {
    await setCapacity(22)
    const people = await givenPeople(3)
    await untilSeats(null)
    await register(people[0] as Person, 0)
    await untilSeats(null)
    await register(people[1] as Person, 0)
    await untilSeats(20)
    await register(people[2] as Person, 0)
    await untilSeats(19)
    await setCapacity(2)
    await untilSeats(0)
    await setCapacity(null)
    await untilSeats(null)
  })

  test('shows all seats again after many were freed at once', async () => {
    await setCapacity(30)
    const people = await givenPeople(20)
    await Promise.all(people.map((person) => register(person, 0)))
    await untilSeats(10)
    await app.query(`update registrations set cancelled_at = now() where event_slot_id = ${event.slotIds[0]}`)
    await untilSeats(null)
  })

  async function untilSeats(seats: number | null) {
    for (const portal of [app, other]) {
      await until(async () => {
        const { events } = await portal.dataOf(getAllEvents, { query: {} }, administrator)
        return events.find(({ eventSlotId }) => eventSlotId === event.slotIds[0])?.seatsLeft === seats
      })
    }
  }
})

async function givenPeople(count: number): Promise<[Person, Person, Person, ...Person[]]> {
  const people = await atOnce(count, () => givenPersonUnmailed(app))
  return people as [Person, Person, Person, ...Person[]]
}

function register(person: Person, slot: 0 | 1, { at = app, overbooks = false } = {}) {
  const { eventId, focusId, slotIds } = event
  const body = { eventId, focusId, eventSlotId: slotIds[slot], overbooks }
  return at.call(registerForEvent, { body }, person.token)
}

function byAdministrator<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return app.call(endpoint, input, administrator)
}

function change(given: { capacity?: number | null }) {
  const { focusId, slotIds } = event
  const days = { startOn: '2027-02-09', endOn: '2027-02-10', startTime: '08:00', endTime: '12:00' } as const
  return byAdministrator(changeSlot, { body: { eventSlotId: slotIds[0], focusId, ...days, ...given } })
}

async function setCapacity(capacity: number | null) {
  await expectSuccess(change({ capacity }))
}

async function slotOf() {
  const { years } = (await byAdministrator(getEventsWithSlots, { query: {} })).data
  return years
    .flatMap(({ events }) => events)
    .flatMap(({ slots }) => slots)
    .find(({ eventSlotId }) => eventSlotId === event.slotIds[0])
}

async function countRegistered(slot: 0 | 1) {
  const [counted] = await app.query(
    `select count(*)::int as count from registrations where event_slot_id = ${event.slotIds[slot]} and cancelled_at is null`,
  )
  return counted?.count
}
