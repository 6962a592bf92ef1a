import { describe, expect, test } from 'vitest'
import type { Input } from '#contract/core/endpoint.ts'
import { copySeason } from '#contract/events/event-copies/calls.ts'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { getAllEvents, getEventsWithSlots } from '#contract/events/events/calls.ts'
import { changeEvent, deleteEvent } from '#contract/events/events/edits.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { registerForEvent } from '#contract/registrations/registrations/calls.ts'
import type { TestApp } from '#test/app.ts'
import { expectSuccess, until } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { givenEvent, givenPersonUnmailed, prepared, preparedAdministrator, preparedApp } from '#test/given.ts'

const app = preparedApp({ works: false })
const other = preparedApp({ sharing: app, works: false })
const administrator = preparedAdministrator(app)
const person = prepared(() => givenPersonUnmailed(app))

describe('a season', () => {
  test('is copied as unpublished events, on the same weekdays of the next year', async () => {
    const series = ['Piston', 'Turbine', 'Rotorcraft']
    const events = await Promise.all(
      series.map((name) => givenEvent(app, { eventName: `${name} IA Renewal Series 2027` })),
    )
    const results = await copy({ eventIds: idsOf(events) })
    expect(results.map(({ eventName, outcome, why }) => [eventName, outcome, why])).toEqual(
      series.map((name) => [`${name} IA Renewal Series 2027`, 'copied', '']),
    )
    for (const [place, name] of series.entries()) {
      const time = { focusId: 2, startOn: '2028-02-08', endOn: '2028-02-09' }
      expect(await findIn(2028, results[place]?.newEventId)).toMatchObject({
        eventName: `${name} IA Renewal Series 2028`,
        isEnabled: false,
        isDraft: true,
        version: 0,
        slots: [
          { ...time, startTime: '08:00', endTime: '12:00', version: 0 },
          { ...time, startTime: '13:00', endTime: '17:00', version: 0 },
        ],
      })
    }
  })

  test('keeps its logo, venue, sponsors and speakers, but not the recording, the webinars or the registrations', async () => {
    const event = await givenFullEvent()
    const { eventId, slotIds, focusId } = event
    const body = { eventId, eventSlotId: slotIds[0], focusId }
    await expectSuccess(app.send(registerForEvent, body, person))
    const [result] = await copy({ eventIds: [eventId] })
    const made = await findIn(2028, result?.newEventId)
    expect(made).toMatchObject({
      description: event.description,
      venue: 'Hangar 1',
      videoLink: null,
      sponsors: [{ companyName: 'Second' }, { companyName: 'First', website: 'https://first.example' }],
      speakers: [
        { companyName: 'Engines', day: 1, videoLink: 'https://youtu.be/abcdefghijk' },
        { companyName: 'Brakes', day: 2, courseDetails: '<p>Wear</p>', videoLink: null },
      ],
    })
    expect(made?.slots.map(({ webinarId, registrations }) => [webinarId, registrations])).toEqual([
      [null, 0],
      [null, 0],
    ])
    expect(made?.featuredSponsorId).toBe(made?.sponsors[1]?.sponsorId)
    const source = await findIn(2027, eventId)
    expect(source).toMatchObject({
      videoLink: 'https://youtu.be/lastyear123',
      featuredSponsorId: event.featured,
    })
    expect(source?.slots.map(({ webinarId, registrations }) => [webinarId, registrations])).toEqual([
      ['8001', 1],
      [null, 0],
    ])
  })

  test('appears in the history of each copy, with the administrator who made it', async () => {
    const { eventId, eventName } = await givenEvent(app)
    const [result] = await copy({ eventIds: [eventId] })
    const query = { eventId: result?.newEventId ?? 0 }
    const { activities } = await app.dataOf(getActivities, { query }, administrator)
    expect(activities).toMatchObject([
      {
        activity: 'event-added',
        changes: [{ what: 'Copied from', from: '', to: eventName }],
        actedBy: { userId: administrator.userId },
      },
    ])
  })

  test('is shown to people once each copy is enabled, in every process', async () => {
    const { eventId } = await givenEvent(app, { eventName: 'Quiet 2027' })
    const [result] = await copy({ eventIds: [eventId] })
    for (const portal of [app, other])
      expect(await namesFor(person, portal, 2028)).not.toContain('Quiet 2028')
    const body = { eventId: result?.newEventId ?? 0, eventName: 'Quiet 2028', isEnabled: true }
    await app.send(changeEvent, body, administrator)
    for (const portal of [app, other])
      await until(async () => (await namesFor(person, portal, 2028)).includes('Quiet 2028'))
  })

  test('can be moved by another number of weeks', async () => {
    const { eventId } = await givenEvent(app)
    const [result] = await copy({ eventIds: [eventId], weeks: 53 })
    expect((await findIn(2028, result?.newEventId))?.slots[0]).toMatchObject({ startOn: '2028-02-15' })
  })
})

describe('an event that was copied', () => {
  test('is not copied into the same year again, whatever the number of weeks, and the result names the existing copy', async () => {
    const { eventId, eventName } = await givenEvent(app)
    const [first] = await copy({ eventIds: [eventId, eventId] })
    for (const weeks of [52, 53, 51]) {
      expect(await copy({ eventIds: [eventId], weeks })).toEqual([
        {
          eventId,
          eventName,
          outcome: 'copied-before',
          newEventId: first?.newEventId,
          why: 'It was copied into 2028 before: Piston IA Renewal Series 2028.',
        },
      ])
    }
  })

  test('is copied into another year', async () => {
    const { eventId } = await givenEvent(app)
    await copy({ eventIds: [eventId] })
    const [result] = await copy({ eventIds: [eventId], weeks: 104 })
    expect(await findIn(2029, result?.newEventId)).toMatchObject({
      eventName: 'Piston IA Renewal Series 2029',
    })
  })

  test('is copied again once its copy was deleted', async () => {
    const { eventId } = await givenEvent(app)
    const [first] = await copy({ eventIds: [eventId] })
    await app.send(deleteEvent, { eventId: first?.newEventId ?? 0 }, administrator)
    const [second] = await copy({ eventIds: [eventId] })
    expect(second).toMatchObject({ outcome: 'copied' })
    expect(second?.newEventId).not.toBe(first?.newEventId)
  })

  test('by two administrators in two processes at the same moment, in any order, is copied once', async () => {
    for (let round = 0; round < 5; round++) {
      const events = await Promise.all([1, 2, 3, 4].map(() => givenEvent(app)))
      const eventIds = idsOf(events)
      const [one = [], two = []] = await Promise.all([
        copy({ eventIds }, app),
        copy({ eventIds: eventIds.toReversed() }, other),
      ])
      const outcomes = [...one, ...two].map(({ outcome }) => outcome).sort()
      expect(outcomes).toEqual([...Array(4).fill('copied'), ...Array(4).fill('copied-before')])
      const made = new Set([...one, ...two].map(({ newEventId }) => newEventId))
      expect(made.size).toBe(4)
    }
  })
})

describe('the result explains what cannot be copied, and the rest is copied:', () => {
  test('an event without slots, a deleted event and an unknown event', async () => {
    const [good, empty, gone] = [await givenEvent(app), await givenEvent(app), await givenEvent(app)]
    await app.query('delete from event_slots where event_id = $1', [empty.eventId])
    await app.send(deleteEvent, { eventId: gone.eventId }, administrator)
    const results = await copy({ eventIds: [empty.eventId, gone.eventId, 2_000_000_000, good.eventId] })
    expect(results.map(({ eventName, outcome, why }) => [eventName, outcome, why])).toEqual([
      [empty.eventName, 'refused', 'It has no time slots yet, so there is nothing to move.'],
      ['', 'refused', "We couldn't find this event."],
      ['', 'refused', "We couldn't find this event."],
      [good.eventName, 'copied', ''],
    ])
  })

  test('an event at an hour that the clocks skip in the new year', async () => {
    const { eventId, eventName } = await givenEvent(app)
    await app.update(
      'eventSlots',
      { startOn: '2027-03-14', endOn: '2027-03-14', startTime: '02:30' },
      { eventId },
    )
    expect(await copy({ eventIds: [eventId] })).toEqual([
      {
        eventId,
        eventName,
        outcome: 'refused',
        newEventId: null,
        why: 'There is no 2:30 AM on 12 Mar 2028: the clocks go forward.',
      },
    ])
    expect(await copy({ eventIds: [eventId], weeks: 53 })).toMatchObject([{ outcome: 'copied' }])
  })

  test('a deleted slot of a copied event', async () => {
    const { eventId, slotIds } = await givenEvent(app)
    const { db } = app.services
    await db
      .updateTable('eventSlots')
      .set({ deletedAt: new Date() })
      .where('eventSlotId', '=', slotIds[0])
      .execute()
    const [result] = await copy({ eventIds: [eventId] })
    expect((await findIn(2028, result?.newEventId))?.slots).toMatchObject([{ startTime: '13:00' }])
  })
})

test.each([
  ['events', {}, 'event_ids', 'Please choose the events to copy.'],
  ['at least one event', { event_ids: [] }, 'event_ids', 'Please choose the events to copy.'],
  [
    '100 events at most',
    { event_ids: Array(101).fill(1) },
    'event_ids',
    'At most 100 events can be copied at a time.',
  ],
  ['whole numbers', { event_ids: ['1'] }, 'event_ids.0', 'Has to be a whole number above 0'],
  ['a week or more', { event_ids: [1], weeks: 0 }, 'weeks', 'Events are copied 1 to 104 weeks later.'],
  ['104 weeks at most', { event_ids: [1], weeks: 105 }, 'weeks', 'Events are copied 1 to 104 weeks later.'],
  ['whole weeks', { event_ids: [1], weeks: 51.5 }, 'weeks', 'Events are copied 1 to 104 weeks later.'],
])('copying a season needs %s', async (_, payload, field, words) => {
  const headers = { authorization: `Bearer ${administrator.token}` }
  const answer = await app.request({
    method: 'POST',
    url: '/api/private/copy-season',
    headers,
    payload,
  })
  expect([answer.statusCode, answer.json().fields]).toEqual([422, { [field]: words }])
})

async function copy(body: Input<typeof copySeason>['body'], of = app) {
  return (await of.send(copySeason, body, administrator)).data.results
}

function idsOf(events: EventWithSlots[]) {
  return events.map(({ eventId }) => eventId)
}

/** Two speakers, two sponsors (the later one first), a webinar and a recording. */
async function givenFullEvent() {
  const { db } = app.services
  const event = await givenEvent(app)
  const { eventId, slotIds } = event
  const sponsors = await db
    .insertInto('sponsors')
    .values([
      { eventId, logo: '/api/files/a', companyName: 'Second' },
      { eventId, logo: '/api/files/b', companyName: 'First', website: 'https://first.example' },
    ])
    .returning('sponsorId')
    .execute()
  await db
    .insertInto('speakers')
    .values([
      { eventId, logo: '', companyName: 'Brakes', day: 2, courseDetails: '<p>Wear</p>' },
      { eventId, logo: '', companyName: 'Engines', day: 1, videoLink: 'https://youtu.be/abcdefghijk' },
    ])
    .execute()
  const description = `{"eventLogoLink":"/api/files/${'c'.repeat(64)}","more":1}`
  const featured = sponsors[1]?.sponsorId as number
  await db
    .updateTable('events')
    .set({ description, venue: 'Hangar 1', videoLink: 'https://youtu.be/lastyear123', version: 7 })
    .set({ featuredSponsorId: featured })
    .where('eventId', '=', eventId)
    .execute()
  await db
    .updateTable('eventSlots')
    .set({ webinarId: '8001', version: 3, schedule: 2 })
    .where('eventSlotId', '=', slotIds[0])
    .execute()
  return { ...event, description, featured }
}

async function findIn(year: number, eventId: number | null | undefined): Promise<AdminEvent | undefined> {
  const { years } = await app.dataOf(getEventsWithSlots, { query: {} }, administrator)
  return years.find((each) => each.year === year)?.events.find((event) => event.eventId === eventId)
}

async function namesFor({ token }: Person, of: TestApp, year: number) {
  const { events } = (await of.call(getAllEvents, { query: { year } }, token)).data
  return events.map((event) => event.eventName)
}
