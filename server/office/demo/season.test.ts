import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { seasonOfDay } from '#contract/core/season.ts'
import type { EventSlot } from '#contract/events/events/calls.ts'
import { inPersonFocusId } from '#contract/events/events/facts.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { cleanHtml } from '#server/core/clean-html.ts'
import { findEventSlots, findEventYears } from '#server/events/events/queries.ts'
import { getSavedProvider } from '#server/foundation/training-providers/queries.ts'
import { write } from '#server/work.ts'
import type { TestApp } from '#test/app.ts'
import { startApp } from '#test/app.ts'
import { givenNoProvider, preparedApp } from '#test/given.ts'
import { seedDemoSeason } from './seed-season.ts'

let rows: EventSlot[]

const app = preparedApp({ environment: { SEASON: '2027' }, works: false })
beforeAll(async () => {
  await seed(app)
  rows = await findEventSlots(app.services.db)
})

test('the season has its four events, and so has the previous season', () => {
  const named = (year: number) =>
    groupEvents(rows.filter((row) => seasonOfDay(row.startOn) === year)).map((event) => event.eventName)
  for (const year of [2026, 2027]) {
    expect(named(year)).toEqual([
      `Piston IA Renewal Series ${year}`,
      `Turbine IA Renewal Series ${year}`,
      `Rotorcraft IA Renewal Series ${year}`,
      `South Carolina IA Seminar ${year}`,
    ])
  }
})

test('virtual events have three slots of four hours over two consecutive days, and the seminar has one slot of a day', () => {
  for (const event of groupEvents(rows)) {
    const days = (Date.parse(event.endOn) - Date.parse(event.startOn)) / 86_400_000 + 1
    const times = event.slots.map((slot) => `${slot.startTime}-${slot.endTime}`)
    const isInPerson = event.focusId === inPersonFocusId
    expect(days).toBe(isInPerson ? 1 : 2)
    expect(times).toEqual(isInPerson ? ['08:00-17:00'] : ['08:00-12:00', '13:00-17:00', '18:00-22:00'])
  }
})

test('no slots of one event overlap', async () => {
  for (const { events } of await findEventYears(app.services.db)) {
    for (const { slots } of events) {
      const overlapping = slots.filter((slot, index) =>
        slots.slice(0, index).some((other) => overlap(slot, other)),
      )
      expect(overlapping).toEqual([])
    }
  }
})

test('every day is a weekday before the deadline', () => {
  for (const row of rows) {
    for (const date of [row.startOn, row.endOn]) {
      expect([1, 2, 3, 4, 5]).toContain(new Date(`${date}T12:00:00Z`).getUTCDay())
      expect(date.slice(5) < '03-31').toBe(true)
    }
  }
})

test('virtual events have eight speakers over two days, and South Carolina has sixteen on its one day', () => {
  for (const event of groupEvents(rows)) {
    const onDay = (day: number) => event.speakers.filter((speaker) => speaker.day === day).length
    expect([onDay(1), onDay(2)]).toEqual(event.focusId === inPersonFocusId ? [16, 0] : [4, 4])
    expect(new Set(event.speakers.map((speaker) => speaker.companyName)).size).toBe(event.speakers.length)
  }
})

test('each event has three or more sponsors, one of them featured', () => {
  for (const event of groupEvents(rows)) {
    expect(event.sponsors.length).toBeGreaterThanOrEqual(3)
    expect(event.sponsors.map((sponsor) => sponsor.sponsorId)).toContain(event.featuredSponsorId)
  }
})

test('the previous season is closed and has its videos', () => {
  for (const event of groupEvents(rows)) {
    const isPast = seasonOfDay(event.startOn) === 2026
    expect(event.isEnabled).toBe(!isPast)
    expect(event.videoLink === null).toBe(!isPast)
  }
})

test('formatted texts are as the portal would store them, and addresses lead nowhere real', () => {
  for (const { speakers, sponsors } of rows) {
    for (const html of speakers.flatMap((speaker) => [speaker.courseDetails, speaker.presenterDetails])) {
      expect(cleanHtml(html)).toBe(html)
    }
    for (const { website, email } of [...speakers, ...sponsors]) {
      expect(website).toMatch(/^https:\/\/example\.com\//)
      expect(email).toMatch(/@example\.com$/)
    }
  }
})

test('every logo is a WebP that the portal serves, one for each company and focus, without leftovers', async () => {
  const companies = rows.flatMap((row) => [...row.speakers, ...row.sponsors])
  const logos = [
    ...new Set([
      ...companies.map(({ logo }) => logo),
      ...rows.map((row) => JSON.parse(row.description).eventLogoLink),
    ]),
  ]
  expect(logos).toHaveLength(new Set(companies.map(({ companyName }) => companyName)).size + 4)
  expect(await readdir(join(import.meta.dirname, 'pictures'))).toHaveLength(logos.length)
  for (const logo of logos) {
    const answer = await app.request({ method: 'GET', url: logo })
    expect(answer.headers['content-type']).toBe('image/webp')
    expect(sizeOf(answer.rawPayload)).toEqual([320, 160])
    // A picture of a single color has about fifty bytes.
    expect(answer.rawPayload.length).toBeGreaterThan(500)
  }
})

test('the demo has a training provider with a signatory, and keeps one that an administrator saved', async () => {
  const kept = await getSavedProvider(app.services)
  expect(kept.signatoryName).toBe('Sample Signatory')
  const fresh = await startApp({ works: false })
  await givenNoProvider(fresh)
  await seed(fresh)
  expect(await getSavedProvider(fresh.services)).toMatchObject({
    name: 'IA Renewal Seminars',
    signatoryName: 'Grant Renewell',
    contact: 'events@example.com',
    savedAt: expect.any(Date),
    savedBy: '',
  })
  await fresh.close()
})

test('a portal that has events is left unchanged', async () => {
  await seed(app)
  await app.services.db.deleteFrom('speakers').execute()
  await seed(app)
  expect(await countOf(app, 'events')).toBe(8)
  expect(await countOf(app, 'speakers')).toBe(0)
})

test('two processes that start together seed once', async () => {
  const first = await startApp({ works: false })
  const second = await startApp({ sharing: first, works: false })
  await Promise.all([first, second].map(seed))
  expect(await countOf(first, 'events')).toBe(8)
  await second.close()
  await first.close()
})

function seed({ services }: TestApp) {
  return write(services, undefined, seedDemoSeason)
}

/** Returns the events by first day, each with its slots, first day and last day. */
function groupEvents(slots: EventSlot[]) {
  const events = [...Map.groupBy(slots, (slot) => slot.eventId).values()] as [EventSlot, ...EventSlot[]][]
  return events
    .map((slots) => ({
      ...slots[0],
      slots,
      startOn: slots.map(({ startOn }) => startOn).reduce((a, b) => (b < a ? b : a)),
      endOn: slots.map(({ endOn }) => endOn).reduce((a, b) => (b > a ? b : a)),
    }))
    .sort((a, b) => a.startOn.localeCompare(b.startOn))
}

/** Returns true if slots share a day and overlap. */
function overlap(a: SlotTime, b: SlotTime) {
  const shareDay = a.startOn <= b.endOn && b.startOn <= a.endOn
  return shareDay && a.startTime < b.endTime && b.startTime < a.endTime
}

async function countOf({ services }: TestApp, table: 'events' | 'speakers') {
  const { rows } = await services.pool.query(`select count(*)::int as count from ${table}`)
  return rows[0].count
}

/** Returns a lossless WebP's width and height: 14 bits each, minus one. */
function sizeOf(bytes: Buffer) {
  expect(bytes.toString('latin1', 8, 16)).toBe('WEBPVP8L')
  const bits = bytes.readUInt32LE(21)
  return [bits & 0x3fff, (bits >> 14) & 0x3fff].map((less) => less + 1)
}
