import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { startApp, until } from '#test/app.ts'
import { givenEvent } from '#test/given.ts'
import { openNextEvents } from './next-events.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ works: false })
})
afterAll(() => app.close())

let now = new Date('2027-02-08T12:00Z')
const open = () => openNextEvents({ ...app.services, clock: () => now })

test('the next events are four open events that have not begun, with their days and their place', async () => {
  await givenEvent(app, { eventName: 'Last year', year: 2026 })
  await givenEvent(app, { eventName: 'Closed', isEnabled: false })
  const { eventId } = await givenEvent(app, { eventName: 'Tomorrow' })
  await givenEvent(app, { eventName: 'In person', focusId: 4 })
  await givenEvent(app, { eventName: 'In three years', year: 2030 })
  await givenEvent(app, { eventName: 'In two years', year: 2029 })
  await givenEvent(app, { eventName: 'In a year', year: 2028 })
  const nextEvents = open()
  const [first, ...others] = await nextEvents()
  expect(first).toEqual({
    eventId,
    eventName: 'Tomorrow',
    days: '09 Feb 2027 – 10 Feb 2027',
    place: 'Online',
  })
  expect(others.map(({ eventName, place }) => [eventName, place])).toEqual([
    ['In person', 'South Carolina'],
    ['In a year', 'Online'],
    ['In two years', 'Online'],
  ])
  now = new Date('2027-02-09T12:00Z')
  expect((await nextEvents()).map(({ eventName }) => eventName)).toEqual([
    'In a year',
    'In two years',
    'In three years',
  ])
})

test('the next page shows a changed event', async () => {
  const nextEvents = open()
  await nextEvents()
  await app.services.db.updateTable('events').set({ eventName: 'Renamed' }).execute()
  await until(async () => (await nextEvents())[0]?.eventName === 'Renamed')
})

test('the list of next events is empty at once if the database is away', async () => {
  const notifications = { ...app.services.notifications, isListening: () => false }
  expect(await openNextEvents({ ...app.services, notifications })()).toEqual([])
})
