import { describe, expect, test } from 'vitest'
import {
  getCalendarLink,
  getRegistrationCalendar,
  renewCalendarLink,
} from '#contract/events/calendars/calls.ts'
import { readCalendar } from '#test/calendars.ts'
import type { Person } from '#test/given.ts'
import {
  cancelOwn,
  givenEvent,
  givenPersonUnmailed,
  givenRegistration,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const app = preparedApp({ works: false })
const other = preparedApp({ sharing: app, works: false })
const administrator = preparedAdministrator(app)

describe("the address of a person's calendar", () => {
  test('is created once, however often and in whatever process it is requested', async () => {
    const person = await givenPersonUnmailed(app)
    const asked = [app, other, app, other].map((each) => each.call(getCalendarLink, {}, person.token))
    const urls = new Set((await Promise.all(asked)).map(({ data }) => data.url))
    expect([...urls]).toEqual([
      expect.stringMatching(/^http:\/\/localhost:3000\/api\/public\/calendars\/[\w-]{22,}$/),
    ])
  })

  test('is different for each person', async () => {
    const people = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
    const urls = await Promise.all(people.map(linkOf))
    expect(new Set(urls).size).toBe(2)
  })

  test('can be renewed, and the old one then leads nowhere', async () => {
    const person = await givenPersonUnmailed(app)
    const before = await linkOf(person)
    const { url } = await app.dataOf(renewCalendarLink, {}, person)
    expect(url).not.toBe(before)
    expect(await linkOf(person)).toBe(url)
    expect([await statusOf(before), await statusOf(url)]).toEqual([404, 200])
  })

  test('can be renewed before it was ever requested', async () => {
    const person = await givenPersonUnmailed(app)
    const { url } = await app.dataOf(renewCalendarLink, {}, person)
    expect(await linkOf(person)).toBe(url)
  })
})

describe('a calendar subscription', () => {
  test("holds its owner's current registrations, in every process", async () => {
    const [person, somebodyElse] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
    const url = await linkOf(person)
    expect(await uidsAt(url)).toEqual([])
    const [event, earlier, long] = [
      await givenEvent(app),
      await givenEvent(app, { year: 2026 }),
      await givenEvent(app, { year: 2025 }),
    ]
    const [first, second] = [
      await givenRegistration(app, person, event, { by: administrator }),
      await givenRegistration(app, person, earlier, { by: administrator }),
    ]
    await givenRegistration(app, person, long, { by: administrator })
    await givenRegistration(app, somebodyElse, event, { by: administrator })
    expect(await uidsAt(url)).toEqual([...uidsOf(second), ...uidsOf(first)])
    await givenRegistration(app, person, event, { slot: 1, by: administrator })
    for (const each of [app, other]) {
      const [, events] = readCalendar((await each.request({ url: pathOf(url) })).body)
      expect(events.slice(2).map(({ uid, sequence, start }) => [uid, sequence, start.toISOString()])).toEqual(
        [
          [uidsOf(first)[0], 1000, '2027-02-09T18:00:00.000Z'],
          [uidsOf(first)[1], 1000, '2027-02-10T18:00:00.000Z'],
        ],
      )
    }
    await cancelOwn(app, person, event)
    expect(await uidsAt(url)).toEqual(uidsOf(second))
  })

  test('shows the place of each event', async () => {
    const person = await givenPersonUnmailed(app)
    const event = await givenEvent(app, { focusId: 4 })
    await givenRegistration(app, person, event, { by: administrator })
    const venue = '1 Airport Blvd, Columbia'
    await app.query('update events set venue = $1 where event_id = $2', [venue, event.eventId])
    const [, [day]] = readCalendar((await app.request({ url: pathOf(await linkOf(person)) })).body)
    expect(day?.location).toBe(venue)
  })

  test('is downloaded again only after it changed', async () => {
    const person = await givenPersonUnmailed(app)
    const event = await givenEvent(app)
    await givenRegistration(app, person, event, { by: administrator })
    const url = pathOf(await linkOf(person))
    const answer = await app.request({ url })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      etag: expect.stringMatching(/^".+"$/),
    })
    const headers = { 'if-none-match': String(answer.headers.etag) }
    for (const each of [app, other]) {
      const same = await each.request({ url, headers })
      expect([same.statusCode, same.body]).toEqual([304, ''])
    }
    await givenRegistration(app, person, event, { slot: 1, by: administrator })
    expect((await app.request({ url, headers })).statusCode).toBe(200)
  })
})

describe('the calendar file of one registration', () => {
  test('is under the same address, as a download', async () => {
    const person = await givenPersonUnmailed(app)
    const event = await givenEvent(app)
    const registrationId = await givenRegistration(app, person, event, { by: administrator })
    await givenRegistration(app, person, await givenEvent(app), { by: administrator })
    const url = `${await linkOf(person)}/${registrationId}`
    expect(await uidsAt(url)).toEqual(uidsOf(registrationId))
    const { headers } = await app.request({ url: pathOf(url) })
    expect(headers['content-disposition']).toBe(`attachment; filename="registration-${registrationId}.ics"`)
    await cancelOwn(app, person, event)
    expect(await statusOf(url)).toBe(404)
  })

  test("is not available through another person's address", async () => {
    const [person, somebodyElse] = [await givenPersonUnmailed(app), await givenPersonUnmailed(app)]
    const registrationId = await givenRegistration(app, somebodyElse, await givenEvent(app), {
      by: administrator,
    })
    const [code = ''] = /[\w-]+$/.exec(await linkOf(person)) ?? []
    const answer = await app.call(getRegistrationCalendar, { params: { code, registrationId } })
    expect([answer.status, answer.failure?.code]).toEqual([404, 'REGISTRATION_NOT_FOUND'])
  })
})

test.each([
  ['/api/public/calendars/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 404],
  ['/api/public/calendars/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/1', 404],
  ['/api/public/calendars/short', 404],
  ['/api/public/calendars/%27%20or%201%3D1', 422],
])('a wrong address leads nowhere: %s', async (url, status) => {
  const answer = await app.request({ url })
  expect(answer.statusCode).toBe(status)
  if (status === 404) expect(answer.json().code).toBe('CALENDAR_NOT_FOUND')
})

async function linkOf({ token }: Person) {
  return (await app.dataOf(getCalendarLink, {}, token)).url
}

function pathOf(url: string) {
  return new URL(url).pathname
}

async function statusOf(url: string) {
  return (await app.request({ url: pathOf(url) })).statusCode
}

async function uidsAt(url: string) {
  const [, events] = readCalendar((await app.request({ url: pathOf(url) })).body)
  return events.map(({ uid }) => uid)
}

function uidsOf(registrationId: number) {
  return [1, 2].map((day) => `registration-${registrationId}-day-${day}@localhost`)
}
