import { describe, expect, test } from 'vitest'
import type { Input } from '#contract/core/endpoint.ts'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { changeEvent } from '#contract/events/events/edits.ts'
import { saveEventPlan } from '#contract/events/events/plans.ts'
import { changeSlot } from '#contract/events/slots/calls.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { expectSuccess } from '#test/app.ts'
import type { EventWithSlots } from '#test/given.ts'
import { givenEvent, givenPersonUnmailed, preparedAdministrator, preparedApp } from '#test/given.ts'

type EventPlan = Input<typeof saveEventPlan>['body']

type InputBody<E extends typeof changeEvent | typeof changeSlot> =
  Input<E> extends { body: infer Body } ? Body : never

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)

const nothing = { added: [], changed: [], deleted: [] }
const evening = slotAt('18:00', '21:00')

test('a new event is added with its slots, and the history shows each change', async () => {
  const { data } = await save({
    ...nothing,
    event: { eventName: 'Planned' },
    added: [slotAt('13:00', '17:00'), slotAt('08:00', '12:00')],
  })
  expect(data).toMatchObject({ version: 0, slots: [{ version: 0 }, { version: 0 }] })
  const event = await find(data.eventId)
  expect(event?.slots.map(({ startTime }) => startTime)).toEqual(['08:00', '13:00'])
  expect(await activitiesOf(data.eventId)).toEqual(['slot-added', 'slot-added', 'event-added'])
})

test('one call changes an event, and adds, changes and deletes its slots', async () => {
  const event = await givenEvent(app)
  const [first, second] = event.slotIds
  const { data } = await save({
    eventId: event.eventId,
    event: { eventName: 'Renamed', version: 0 },
    deleted: [{ eventSlotId: second, version: 0 }],
    changed: [{ eventSlotId: first, version: 0, ...slotAt('09:00', '12:00') }],
    added: [slotAt('12:00', '17:00')],
  })
  expect(data).toMatchObject({ version: 1, slots: [{ eventSlotId: first, version: 1 }, { version: 0 }] })
  const saved = await find(event.eventId)
  expect(saved?.eventName).toBe('Renamed')
  expect(saved?.slots.map(({ startTime }) => startTime)).toEqual(['09:00', '12:00'])
  expect(await activitiesOf(event.eventId)).toEqual([
    'slot-added',
    'slot-changed',
    'slot-deleted',
    'event-changed',
  ])
})

test('two slots swap their times', async () => {
  const event = await givenEvent(app)
  const [first, second] = event.slotIds
  const swapped = await save({
    ...nothing,
    eventId: event.eventId,
    changed: [
      { eventSlotId: first, version: 0, ...slotAt('13:00', '17:00') },
      { eventSlotId: second, version: 0, ...slotAt('08:00', '12:00') },
    ],
  })
  expect(swapped.status).toBe(200)
  const { slots = [] } = (await find(event.eventId)) ?? {}
  expect(slots.map(({ eventSlotId, startTime }) => [eventSlotId, startTime])).toEqual([
    [second, '08:00'],
    [first, '13:00'],
  ])
})

test('people registered for a changed slot are told of its new time; people in other slots are not', async () => {
  const event = await givenEvent(app)
  const [first, second] = event.slotIds
  const moved = await registered(event, first)
  await registered(event, second)
  await save({
    ...nothing,
    eventId: event.eventId,
    changed: [{ eventSlotId: first, version: 0, ...slotAt('09:00', '12:00') }],
  })
  expect(await rescheduled(event)).toEqual([moved])
})

describe('a plan is refused as a whole', () => {
  test.each([
    [
      'if its slots would overlap',
      (event) => ({ added: [evening, slotAt('11:59', '13:00')], eventId: event.eventId }),
      { code: 'SLOTS_OVERLAP', message: 'Slots should not overlap.' },
    ],
    [
      'if a slot is invalid, and the refusal names its field',
      (event) => ({ added: [evening, slotAt('23:00', '22:00')], eventId: event.eventId }),
      { fields: { 'added.1.end_time': 'The end must be after the start.' } },
    ],
    [
      'if a day is missing, and the refusal names its field',
      (event) => ({ added: [evening, { ...evening, startOn: '' as PlainDate }], eventId: event.eventId }),
      { fields: { 'added.1.start_date': 'Please give the first day.' } },
    ],
    [
      'if no slot would be left',
      ({ eventId, slotIds }) => ({ eventId, deleted: slotIds.map((eventSlotId) => ({ eventSlotId })) }),
      { fields: { slots: 'At least one slot is required.' } },
    ],
    [
      'if a slot does not exist',
      ({ eventId }) => ({ eventId, added: [evening], deleted: [{ eventSlotId: 999_999 }] }),
      { code: 'SLOT_NOT_FOUND' },
    ],
    [
      'if the event does not exist',
      () => ({ eventId: 999_999, added: [evening] }),
      { code: 'EVENT_NOT_FOUND' },
    ],
    [
      'if a new event has no name',
      () => ({ added: [evening] }),
      { fields: { 'event.event_name': 'Event name is required.' } },
    ],
  ] as [string, (event: EventWithSlots) => Partial<EventPlan>, object][])(
    '%s',
    async (_, planOf, failure) => {
      const event = await givenEvent(app)
      const before = await find(event.eventId)
      expect((await save({ ...nothing, ...planOf(event) })).failure).toMatchObject(failure)
      expect(await find(event.eventId)).toEqual(before)
      expect(await activitiesOf(event.eventId)).toEqual([])
    },
  )

  test('if a slot belongs to another event', async () => {
    const [event, other] = [await givenEvent(app), await givenEvent(app)]
    const deleted = [{ eventSlotId: other.slotIds[0] }]
    const { failure } = await save({ ...nothing, eventId: event.eventId, deleted })
    expect(failure?.code).toBe('SLOT_NOT_FOUND')
    expect((await find(other.eventId))?.slots).toHaveLength(2)
  })

  test('if it deletes a slot that people are registered for', async () => {
    const event = await givenEvent(app)
    await registered(event, event.slotIds[1])
    const { failure } = await save({
      eventId: event.eventId,
      event: { eventName: 'Not saved' },
      added: [evening],
      changed: [],
      deleted: [{ eventSlotId: event.slotIds[1], version: 0 }],
    })
    expect(failure).toMatchObject({
      code: 'SLOT_HAS_REGISTRATIONS',
      message: expect.stringMatching(/^1 person is registered/),
    })
    expect(await find(event.eventId)).toMatchObject({ eventName: event.eventName, version: 0 })
    expect((await find(event.eventId))?.slots).toHaveLength(2)
  })
})

describe('an administrator with an older version', () => {
  test('of the event or of a slot in the plan is told what changed, and overwrites nothing', async () => {
    const event = await givenEvent(app)
    const [first, second] = event.slotIds
    await admin(changeEvent, { eventId: event.eventId, eventName: 'Theirs', version: 0 })
    await admin(changeSlot, { eventSlotId: first, version: 0, ...slotAt('07:00', '12:00') })
    const changed = [{ eventSlotId: second, version: 0, ...evening }]
    const ofEvent = await save({
      ...nothing,
      eventId: event.eventId,
      event: { eventName: 'Mine', version: 0 },
      changed,
    })
    expect(ofEvent.failure).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      message: expect.stringMatching(/to Theirs\) by/),
    })
    const stale = { eventSlotId: first, version: 0, ...slotAt('06:00', '12:00') }
    const ofSlot = await save({ ...nothing, eventId: event.eventId, changed: [...changed, stale] })
    expect(ofSlot.failure).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      message: expect.stringMatching(/Slot changed \(time from/),
    })
    const saved = await find(event.eventId)
    expect(saved?.eventName).toBe('Theirs')
    expect(saved?.slots.map(({ startTime }) => startTime)).toEqual(['07:00', '13:00'])
  })

  test('of parts that the plan does not change can save it', async () => {
    const event = await givenEvent(app)
    await admin(changeEvent, { eventId: event.eventId, eventName: 'Theirs', version: 0 })
    await expectSuccess(save({ ...nothing, eventId: event.eventId, added: [evening] }))
    expect(await find(event.eventId)).toMatchObject({ eventName: 'Theirs' })
  })
})

function save(body: EventPlan) {
  return app.send(saveEventPlan, body, administrator)
}

function admin<E extends typeof changeEvent | typeof changeSlot>(endpoint: E, body: InputBody<E>) {
  return app.call(endpoint, { body } as Input<E>, administrator)
}

function slotAt(startTime: string, endTime: string) {
  const day = { startOn: '2027-02-09' as PlainDate, endOn: '2027-02-10' as PlainDate }
  return { ...day, focusId: 2, startTime: startTime as PlainTime, endTime: endTime as PlainTime }
}

async function find(eventId: number) {
  const { years } = await app.dataOf(getEventsWithSlots, { query: {} }, administrator)
  return years.flatMap(({ events }) => events).find((event) => event.eventId === eventId)
}

async function historyOf(eventId: number) {
  return (await app.dataOf(getActivities, { query: { eventId } }, administrator)).activities
}

async function activitiesOf(eventId: number) {
  return (await historyOf(eventId)).map(({ activity }) => activity)
}

/** Registers a person for a slot and returns the registration's id. */
async function registered({ eventId, focusId }: EventWithSlots, eventSlotId: number) {
  const { token } = await givenPersonUnmailed(app)
  const data = await app.dataOf(registerForEvent, { body: { eventId, eventSlotId, focusId } }, token)
  return data.registration.registrationId
}

/** Returns the registrations of the event whose people get an email about another time. */
async function rescheduled({ eventId }: EventWithSlots) {
  const { db } = app.services
  const told = await db
    .selectFrom('activities')
    .innerJoin('registrations', 'registrations.registrationId', 'activities.registrationId')
    .select('registrations.registrationId')
    .where('activity', '=', 'rescheduled')
    .where('registrations.eventId', '=', eventId)
    .execute()
  return told.map(({ registrationId }) => registrationId)
}
