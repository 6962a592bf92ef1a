import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getActivities } from '#contract/activities/calls.ts'
import { getExpectedPeople, setCheckIn } from '#contract/check-ins/calls.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { cancelRegistration } from '#contract/registrations/calls.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenAdministrator, givenEvent, givenPerson, givenRegistration } from '#test/given.ts'

const [firstDay, secondDay] = ['2027-02-09', '2027-02-10'] as const
let app: TestApp
let administrator: Person
let desk: Person
let event: EventWithSlots
let person: Person
let registrationId: number
beforeAll(async () => {
  app = await startApp()
  administrator = await givenAdministrator(app)
  desk = await givenAdministrator(app, 'desk@example.com', 'front-desk')
})
beforeEach(async () => {
  await app.services.db.deleteFrom('checkIns').execute()
  await app.services.db.updateTable('registrations').set({ cancelledAt: new Date() }).execute()
  event = await givenEvent(app, { eventName: 'South Carolina IA Seminar 2027', focusId: 4 })
  person = await givenPerson(app, { profile: { firstName: 'Dana', lastName: 'Quill' } })
  registrationId = await givenRegistration(app, person, event)
})
afterAll(() => app.close())

describe('the front desk', () => {
  test('sees who is registered in person on a day, by name', async () => {
    await givenRegistration(
      app,
      await givenPerson(app, { profile: { firstName: 'Abe', lastName: 'Adams' } }),
      event,
    )
    expect(await expectedOn(firstDay)).toMatchObject([
      { lastName: 'Adams', checkedInAt: null },
      {
        registrationId,
        firstName: 'Dana',
        email: person.email,
        startTime: '08:00',
        eventName: event.eventName,
      },
    ])
    expect(await expectedOn(secondDay)).toHaveLength(2)
    expect(await expectedOn('2027-02-11')).toEqual([])
  })

  test('does not see people who attend by webinar or canceled', async () => {
    await givenRegistration(app, person, await givenEvent(app))
    await app.call(cancelRegistration, { body: { eventId: event.eventId } }, person.token)
    expect(await expectedOn(firstDay)).toEqual([])
  })

  test('sees the next day that has people to check in', async () => {
    const nextAfter = async (day: PlainDate) =>
      (await app.call(getExpectedPeople, { query: { day } }, desk.token)).data.nextDay
    expect([await nextAfter('2027-01-01'), await nextAfter(firstDay), await nextAfter(secondDay)]).toEqual([
      firstDay,
      secondDay,
      null,
    ])
  })

  test('checks a person in on one day only, can undo it, and the history shows both', async () => {
    expect((await check(firstDay)).status).toBe(200)
    expect((await check(firstDay)).status).toBe(200)
    expect(await expectedOn(firstDay)).toMatchObject([{ checkedInAt: expect.any(Date) }])
    expect(await expectedOn(secondDay)).toMatchObject([{ checkedInAt: null }])
    await check(firstDay, false)
    await check(firstDay, false)
    expect(await expectedOn(firstDay)).toMatchObject([{ checkedInAt: null }])
    const query = { userId: person.userId }
    const { activities } = (await app.call(getActivities, { query }, administrator.token)).data
    const told = activities.map(({ activity, item, actedBy }) => [activity, item, actedBy?.email])
    expect(told.slice(0, 2)).toEqual([
      ['check-in-undone', '09 Feb 2027', desk.email],
      ['checked-in', '09 Feb 2027', desk.email],
    ])
    expect(told).not.toContainEqual(['checked-in', '10 Feb 2027', desk.email])
  })

  test('cannot check in anybody on a day without a slot, for a webinar, or after a cancellation', async () => {
    expect((await check('2027-02-11')).failure?.code).toBe('REGISTRATION_NOT_FOUND')
    const webinar = await givenRegistration(app, person, await givenEvent(app))
    expect((await check(firstDay, true, webinar)).failure?.code).toBe('REGISTRATION_NOT_FOUND')
    await app.call(cancelRegistration, { body: { eventId: event.eventId } }, person.token)
    expect((await check(firstDay)).failure?.code).toBe('REGISTRATION_NOT_FOUND')
  })
})

async function expectedOn(day: PlainDate) {
  return (await app.call(getExpectedPeople, { query: { day } }, desk.token)).data.people
}

function check(day: PlainDate, isHere = true, id = registrationId) {
  return app.call(setCheckIn, { body: { registrationId: id, day, isHere } }, desk.token)
}
