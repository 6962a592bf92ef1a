import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Input } from '#contract/core/endpoint.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getRegisteredEventsOfUser } from '#contract/registrations/registrations/calls.ts'
import { changeRegistrations, updateTimeslot } from '#contract/registrations/registrations/changes.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import {
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

let person: Person
let events: [EventWithSlots, EventWithSlots, EventWithSlots]
const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
beforeAll(async () => {
  events = [await givenEvent(app), await givenEvent(app), await givenEvent(app)]
})
beforeEach(async () => {
  person = await givenPersonUnmailed(app)
})

test('one call adds, moves and removes registrations, and the history shows each change', async () => {
  const [added, moved, left] = events
  const move = await givenRegistration(app, person, moved)
  const leave = await givenRegistration(app, person, left)
  const { status, data } = await change({
    slots: [slotOf(added), slotOf(moved, 1)],
    removed: [{ registrationId: leave, version: 0 }],
  })
  expect(status).toBe(200)
  expect(data.registrations.map(({ eventSlotId }) => eventSlotId)).toEqual([
    added.slotIds[0],
    moved.slotIds[1],
  ])
  expect(await held()).toEqual([added.slotIds[0], moved.slotIds[1]])
  const query = { userId: person.userId }
  const { activities } = await app.dataOf(getActivities, { query }, administrator)
  const told = activities.map(({ activity, registrationId }) => [activity, registrationId])
  expect(told).toContainEqual(['moved', move])
  expect(told).toContainEqual(['deleted', leave])
  expect(told.filter(([activity]) => activity === 'registered')).toHaveLength(3)
})

test('if one part is refused, nothing changes, and each refusal names its part', async () => {
  const [first, second, third] = events
  const registrationId = await givenRegistration(app, person, first)
  const { userId } = person
  const { eventId } = first
  await app.send(
    updateTimeslot,
    {
      registrationId,
      userId,
      eventId,
      newTimeSlotId: first.slotIds[1],
      newFocusId: first.focusId,
      version: 0,
    },
    administrator,
  )
  const { failure } = await change({
    slots: [slotOf(second), { ...slotOf(third), focusId: 1 }],
    removed: [{ registrationId, version: 0 }, { registrationId: 999_999 }],
  })
  expect(failure).toMatchObject({
    code: 'REGISTRATIONS_REFUSED',
    message: "Nothing was changed, because some of the changes aren't possible.",
    fields: {
      'slots.1': 'This time slot does not belong to the event.',
      'removed.0': expect.stringMatching(/^This has changed since you opened it: /),
      'removed.1': "We couldn't find this registration.",
    },
  })
  expect(Object.keys(failure?.fields ?? {})).toHaveLength(3)
  expect(await held()).toEqual([first.slotIds[1]])
})

test("a person's changes cannot remove another person's registration", async () => {
  const other = await givenPersonUnmailed(app)
  const registrationId = await givenRegistration(app, other, events[0])
  const { failure } = await change({ slots: [], removed: [{ registrationId }] })
  expect(failure?.fields).toEqual({ 'removed.0': "We couldn't find this registration." })
})

test('a person with an incomplete profile cannot be registered', async () => {
  const { db } = app.services
  await db.updateTable('users').set({ zip: '' }).where('userId', '=', person.userId).execute()
  const { failure } = await change({ slots: [slotOf(events[0])], removed: [] })
  expect(failure?.fields).toEqual({
    'slots.0': 'Complete your profile first. We need it for your certificate.',
  })
})

function change(plan: Omit<Input<typeof changeRegistrations>['body'], 'userId'>) {
  return app.send(changeRegistrations, { userId: person.userId, ...plan }, administrator)
}

function slotOf({ eventId, focusId, slotIds }: EventWithSlots, place: 0 | 1 = 0) {
  return { eventId, focusId, eventSlotId: slotIds[place] }
}

/** Returns the slots that the person is registered for. */
async function held() {
  const query = { userId: person.userId }
  const data = await app.dataOf(getRegisteredEventsOfUser, { query }, administrator)
  return data.registeredEvents.map(({ eventSlotId }) => eventSlotId).sort((a, b) => a - b)
}
