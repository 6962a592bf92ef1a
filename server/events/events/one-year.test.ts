import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { getAllEvents, getEventsWithSlots } from '#contract/events/events/calls.ts'
import { hoursInSeason } from '#contract/events/events/facts.ts'
import { hoursOf } from '#contract/events/slots/agendas.ts'
import type { SlotBreak } from '#contract/events/slots/breaks.ts'
import { addSlot } from '#contract/events/slots/calls.ts'
import { hoursBySeason } from '#contract/events/slots/hours-by-day.ts'
import { getCourseNumbers } from '#contract/foundation/training-providers/calls.ts'
import { previewBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { getDashboard } from '#contract/office/dashboard/calls.ts'
import {
  exportRegisteredUsersCsv,
  getAllRegisteredUsers,
  getAllUnregisteredUsers,
} from '#contract/registrations/registration-lists/calls.ts'
import { getRegisteredEvents, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { renewalYears } from '#contract/registrations/registrations/renewal-years.ts'
import { getWebinarComparisons } from '#contract/webinars/webinar-comparisons/calls.ts'
import { hoursInSeason as hoursInSeasonSql } from '#server/ledger/credits/queries.ts'
import { until } from '#test/app.ts'
import type { EventWithSlots, Person } from '#test/given.ts'
import { choiceOf, givenEvent, givenPersonUnmailed, preparedAdministrator, preparedApp } from '#test/given.ts'

let person: Person
let event: EventWithSlots

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
beforeEach(async () => {
  await app.query('update events set deleted_at = now()')
  person = await givenPersonUnmailed(app)
  event = await givenEvent(app, { eventName: 'The one' })
  const body = choiceOf(event)
  await app.send(registerForEvent, body, person)
  await app.query(
    `update registrations set hours = 4, certificate_code = 'code-' || registration_id where user_id = $1`,
    [person.userId],
  )
})

/** Every list, filter, group, figure and export with a year: whether it has the event in that year. */
const places: Record<string, (year: number) => Promise<boolean>> = {
  'the list of events': async (year) => (await namesIn({ year })).includes('The one'),
  "the administrators' groups": async (year) => (await groupOf('The one')) === year,
  'All Registrations': async (year) => {
    const data = await app.dataOf(getAllRegisteredUsers, { query: asked(year) }, administrator)
    return data.registrations.length > 0
  },
  'its export': async (year) => {
    const { payload } = await app.request({
      url: `/api${exportRegisteredUsersCsv.path}`,
      query: { year: String(year), search: person.email },
      headers: { authorization: `Bearer ${administrator.token}` },
    })
    return payload.includes('The one')
  },
  'what is done to all that a filter finds': async (year) => {
    const body = {
      action: { kind: 'credit' as const, hours: 4, reason: 'Was there' },
      registrations: { filter: asked(year) },
    }
    const data = await app.dataOf(previewBulkJob, { body }, administrator)
    return data.people.length > 0
  },
  'users with no event': async (year) => {
    const data = await app.dataOf(getAllUnregisteredUsers, { query: asked(year) }, administrator)
    return data.users.length === 0
  },
  'the dashboard': async (year) => {
    const { slots, people, certificates } = await dashboard(year)
    const found = slots.some(({ eventName }) => eventName === 'The one')
    expect([people, certificates.issued]).toEqual(found ? [1, 1] : [0, 0])
    return found
  },
}

describe('an event belongs to the renewal year of its first slot', () => {
  test.each([
    ['2026-03-31', 2026],
    ['2026-04-01', 2027],
    ['2026-11-10', 2027],
    ['2026-12-31', 2027],
    ['2027-01-01', 2027],
    ['2027-03-31', 2027],
    ['2027-04-01', 2028],
  ] as const)(
    'with a first slot on %s it is under %i everywhere, and under no other year',
    async (day, its) => {
      await hold(day)
      for (const [name, has] of Object.entries(places)) {
        const years = []
        for (const year of [2026, 2027, 2028]) if (await has(year)) years.push(year)
        expect([name, years]).toEqual([name, [its]])
      }
    },
  )

  test('and stays in its year if a slot in December is added to a running series', async () => {
    const body = { eventId: event.eventId, focusId: 2, startTime: '08:00', endTime: '12:00' } as const
    const days = { startOn: '2026-12-15', endOn: '2026-12-16' } as const
    const act = async () => {
      const { failure } = await app.send(addSlot, { ...body, ...days }, administrator)
      expect(failure).toBeUndefined()
    }
    await change(act, [days.startOn, '2027-02-09', '2027-02-09'])
    for (const [name, has] of Object.entries(places)) {
      expect([name, await has(2026), await has(2027)]).toEqual([name, false, true])
    }
  })

  test('and so do the webinars, course numbers and last season', async () => {
    await app.query("update event_slots set webinar_id = '77' where event_slot_id = $1", [event.slotIds[0]])
    // These days are over whenever this test runs.
    const listed = async (day: PlainDate) => {
      await hold(day)
      const { events } = await app.dataOf(getCourseNumbers, {}, administrator)
      const { slots } = await app.dataOf(getWebinarComparisons, {}, administrator)
      const { lastSeasonDays } = await dashboard(2027)
      return [events.length, slots.length, lastSeasonDays.length]
    }
    expect(await listed('2025-03-31')).toEqual([0, 0, 0])
    expect(await listed('2025-04-01')).toEqual([1, 0, 1])
    expect(await listed('2026-03-31')).toEqual([1, 0, 1])
    expect(await listed('2026-04-01')).toEqual([1, 1, 0])
  })
})

test('hours count in the renewal year of the day they were earned on, even if the event began in the previous one', async () => {
  // The person is registered for the first slot.
  await hold('2027-04-06', '2027-03-30')
  expect(await groupOf('The one')).toBe(2027)
  expect((await dashboard(2027)).hours).toEqual({ none: 1, some: 0, enough: 0 })
  const credited = async (year: number) => {
    const query = { ...asked(year), credited: 'some' as const }
    return (await app.dataOf(getAllRegisteredUsers, { query }, administrator)).registrations.length
  }
  expect([await credited(2027), await credited(2028)]).toEqual([0, 0])
  await hold('2027-03-31')
  expect((await dashboard(2027)).hours).toEqual({ none: 0, some: 1, enough: 0 })
  expect(await credited(2027)).toBe(1)
})

test('hours of a series over 31 March count in both years: 4 and 4 of 8, and the first day first', async () => {
  await hold('2027-03-31')
  await app.query(
    "update event_slots set end_on = '2027-04-01', start_time = '08:00', end_time = '12:00' where event_slot_id = $1",
    [event.slotIds[0]],
  )
  const credit = (hours: number) =>
    app.services.pool.query('update registrations set hours = $1 where user_id = $2', [hours, person.userId])
  const years = async () => {
    const query = { ...asked(2027), credited: 'some' as const }
    const data = await app.dataOf(getAllRegisteredUsers, { query }, administrator)
    return [(await dashboard(2027)).hours, data.registrations.length]
  }
  await credit(8)
  expect(await years()).toEqual([{ none: 0, some: 1, enough: 0 }, 1])
  await credit(0)
  expect(await years()).toEqual([{ none: 1, some: 0, enough: 0 }, 0])
  // An event of the next year with a slot in this one shows the rest of the hours there.
  await credit(8)
  const [held] = (await app.dataOf(getRegisteredEvents, {}, person)).registeredEvents
  expect(
    renewalYears(held ? [held] : [], '2027-04-02').map((year) => [year.season, year.hoursEarned]),
  ).toEqual([
    [2028, 4],
    [2027, 4],
  ])
})

test('SQL plans days and splits hours over renewal years as the contract does', async () => {
  const time = fc.integer({ min: 0, max: 1439 }).map((minute) => {
    const [hour, rest] = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'))
    return `${hour}:${rest}` as PlainTime
  })
  const nearMarch = fc.integer({ min: -5, max: 5 }).map((days) => addDays('2027-03-31', days))
  const aYearBefore = fc.integer({ min: -5, max: 5 }).map((days) => addDays('2026-03-31', days))
  const credited = fc.record({ on: fc.oneof(nearMarch, aYearBefore), hours: fc.integer({ min: 1, max: 4 }) })
  const pauses = fc
    .uniqueArray(time, { maxLength: 6 })
    .map((times) =>
      times
        .toSorted()
        .flatMap((from, place, all) =>
          place % 2 === 0 && all[place + 1] ? [{ from, to: all[place + 1], name: 'Break' }] : [],
        ),
    ) as fc.Arbitrary<SlotBreak[]>
  const slot = fc
    .record({
      breaks: pauses,
      startOn: nearMarch,
      days: fc.integer({ min: 0, max: 6 }),
      times: fc.tuple(time, time).filter(([start, end]) => start < end),
      hours: fc.integer({ min: 0, max: 8 }),
      // null: credited before days were stored. The days may lie outside the slot.
      byDay: fc.option(fc.array(credited, { maxLength: 4 })),
    })
    .map(({ startOn, days, times: [startTime, endTime], breaks, hours, byDay }) => {
      return { startOn, endOn: addDays(startOn, days), startTime, endTime, breaks, hours, byDay }
    })
  const slots = fc.sample(slot, { numRuns: 500, seed: 2027 })
  const { rows } = await sql<{ split: number[]; planned: number[] }>`
    select array[${sql.join([2026, 2027, 2028].map(hoursInSeasonSql))}] as split,
      array[courses_of_day(start_time, end_time, breaks, 1), courses_of_day(start_time, end_time, breaks, 2)] as planned
    from jsonb_to_recordset(${JSON.stringify(slots)}) as slot
      ("startOn" date, "endOn" date, "startTime" time, "endTime" time, breaks jsonb, hours integer, "byDay" jsonb),
    lateral (select null::int as registration_id, "startOn" as start_on, "endOn" as end_on, "startTime" as start_time,
      "endTime" as end_time, "byDay" as credited_days) named
  `.execute(app.services.db)
  expect(rows.map(({ split }) => split)).toEqual(
    slots.map(({ hours, byDay, ...each }) => {
      const bySeason = byDay ? hoursBySeason(byDay) : undefined
      return [2026, 2027, 2028].map((season) => hoursInSeason(season, each, hours, bySeason))
    }),
  )
  const figures = { code: 'hours-2', periodMinutes: 60, teachingMinutes: 50 } as const
  const winter = { startOn: '2027-02-09', endOn: '2027-02-09' } as const
  expect(rows.map(({ planned }) => planned)).toEqual(
    slots.map((each) =>
      ([1, 2] as const).map(
        (coursesAnHour) => hoursOf({ ...each, ...winter }, { ...figures, coursesAnHour }).length,
      ),
    ),
  )
})

describe('from a renewal year on, the list of events holds', () => {
  test.each([
    ['an event that begins in it', ['2026-11-10'], [2025, 2026, 2027], [2028]],
    ['an event that begins later', ['2028-05-02'], [2027, 2028, 2029], [2030]],
    [
      'an event that began before it and has a slot in it',
      ['2027-03-30', '2027-04-06'],
      [2027, 2028],
      [2029],
    ],
  ] as const)('%s', async (_, [first, second = first], from, without) => {
    await hold(first, second)
    for (const year of from) expect(await namesIn({ from: year })).toEqual(['The one', 'The one'])
    for (const year of without) expect(await namesIn({ from: year })).toEqual([])
  })

  test('no unpublished events, and only events of a requested year', async () => {
    await hold('2026-11-10')
    expect(await namesIn({ year: 2027, from: 2027 })).toHaveLength(2)
    expect(await namesIn({ year: 2026, from: 2026 })).toHaveLength(0)
    expect(await namesIn({ from: 1000 })).toHaveLength(2)
    expect(await namesIn({ from: 9999 })).toHaveLength(0)
    const act = () =>
      app.query(`update events set is_enabled = false, is_draft = true where event_id = ${event.eventId}`)
    await change(act, [])
    expect(await namesIn({ from: 2025 })).toEqual([])
  })
})

/** Moves both slots of the event to these days, as if people had registered before its end. */
async function hold(day: PlainDate, second = day) {
  const act = () =>
    app.services.pool.query(
      `update event_slots set start_on = days.day, end_on = days.day
       from (values ($1::int, $3::date), ($2, $4)) days (event_slot_id, day)
       where event_slots.event_slot_id = days.event_slot_id`,
      [...event.slotIds, day, second],
    )
  await change(act, [day, second])
}

/**
 * Changes the event and waits until the list has it on these days. The list is cached before; the change
 * appears only after a notification has emptied the whole cache.
 */
async function change(act: () => Promise<unknown>, days: PlainDate[]) {
  const listed = async () => {
    const { events } = await app.dataOf(getAllEvents, { query: {} }, person)
    const its = events.filter(({ eventId }) => eventId === event.eventId).map(({ startOn }) => startOn)
    return its.sort().join()
  }
  await listed()
  await act()
  await app.query('notify events_changed')
  await until(async () => (await listed()) === days.toSorted().join())
}

const asked = (year: number) => ({ year, search: person.email })

async function namesIn(query: { year?: number; from?: number }) {
  const { events } = await app.dataOf(getAllEvents, { query }, person)
  return events.map(({ eventName }) => eventName)
}

async function groupOf(eventName: string) {
  const { years } = await app.dataOf(getEventsWithSlots, { query: {} }, administrator)
  return years.find(({ events }) => events.some((each) => each.eventName === eventName))?.year
}

async function dashboard(year: number) {
  await app.query('delete from dashboards')
  return await app.dataOf(getDashboard, { query: { year } }, administrator)
}
