import { expect, test } from 'vitest'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { givenEvent, givenPersonUnmailed, preparedAdministrator, preparedApp } from '#test/given.ts'

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)

test('an event lasts from the earliest first day of its slots to the latest last day', async () => {
  const { eventId, focusId } = await givenEvent(app, { eventName: 'Long', year: 2027 })
  const time = { focusId, eventId, startTime: '08:00', endTime: '12:00' } as const
  await app.services.db
    .insertInto('eventSlots')
    .values([
      { ...time, startOn: '2027-02-01', endOn: '2027-03-31' },
      { ...time, startOn: '2027-03-01', endOn: '2027-03-02' },
    ])
    .execute()
  expect(await find('Long')).toMatchObject({ year: 2027, formattedDuration: '01 Feb 2027 – 31 Mar 2027' })
})

test.each([
  ['2026-03-31T12:00:00Z', 2026],
  ['2026-04-01T12:00:00Z', 2027],
  // In Eastern time, this is the last day of March.
  ['2027-04-01T03:00:00Z', 2027],
])('an event without slots that was created at %s is listed under %i', async (createdAt, year) => {
  const eventName = `Made at ${createdAt}`
  await app.services.db
    .insertInto('events')
    .values({ eventName, createdAt: new Date(createdAt) })
    .execute()
  expect(await find(eventName)).toMatchObject({ year, formattedDuration: '', slots: [] })
})

test('each slot has the registration of the person in the query', async () => {
  const { eventId, focusId, slotIds } = await givenEvent(app, { eventName: 'Held' })
  const { userId } = await givenPersonUnmailed(app)
  const [, second] = slotIds
  const body = { userId, eventId, eventSlotId: second as number, focusId }
  const { registration } = await app.dataOf(registerForEvent, { body }, administrator)
  const held = async (query: { userId?: string }) =>
    (await find('Held', query))?.slots.find(({ eventSlotId }) => eventSlotId === second)?.registrationId
  expect(await held({ userId })).toBe(registration.registrationId)
  expect(await held({})).toBe(null)
  expect(await held({ userId: administrator.userId })).toBe(null)
  const others = (await find('Held', { userId }))?.slots.filter(({ eventSlotId }) => eventSlotId !== second)
  expect(others?.every(({ registrationId }) => registrationId === null)).toBe(true)
})

async function find(eventName: string, query: { userId?: string } = {}) {
  const { years } = await app.dataOf(getEventsWithSlots, { query }, administrator)
  const events = years.flatMap(({ year, events }) => events.map((event) => ({ ...event, year })))
  return events.find((event) => event.eventName === eventName)
}
