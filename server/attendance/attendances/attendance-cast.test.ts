import { describe, expect, test } from 'vitest'
import { knownPeople, matchOne } from '#contract/attendance/attendances/matching.ts'
import { portalZone } from '#contract/core/season.ts'
import { askedAt } from '#contract/counting/hours/asked.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { agendaOf, hoursOf, StatedAgenda } from '#contract/events/slots/agendas.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import type { CastPerson, CastVisit } from '#test/cast.ts'
import { castDays, castOf, correctedCast, habits, restartedHour } from '#test/cast.ts'
import type { Table } from '#test/cast-reports.ts'
import {
  csvOf,
  gotoReport,
  newZoomReport,
  oldZoomReport,
  unicodeTextOf,
  zoomPollReport,
} from '#test/cast-reports.ts'
import { countOne, courseOf, virtual } from '#test/counted-slots.ts'
import { workbookOf } from '#test/workbooks.ts'
import { countedRows } from './attendance-choice.ts'
import { readAttendanceFile } from './attendance-file.ts'
import type { Reading } from './attendance-reading.ts'

const [first, second] = castDays
const slot = { startOn: first, endOn: second, startTime: '08:00', endTime: '12:00', breaks: [] } as const
const planned = hoursOf(slot, virtual)
const [stated] = agendaOf(StatedAgenda.parse([{ ...restartedHour, hour: 2 }]))
const taught = planned.map((hour, place) => (place === 1 && stated ? stated : hour))
const cast = castOf()

test('the cast has 60 people, each with a name and an email of their own', () => {
  for (const key of [
    (each: CastPerson) => each.email,
    (each: CastPerson) => `${each.firstName} ${each.lastName}`,
  ]) {
    expect(new Set(cast.map(key)).size).toBe(60)
  }
  expect(new Set(cast.map(({ habit }) => habit)).size).toBe(Object.keys(habits).length)
})

test('the same seed gives the same cast, and another one another', () => {
  expect(castOf()).toEqual(cast)
  expect(castOf({ seed: 2 })).not.toEqual(cast)
})

describe('a report of the cast says who was there, as', () => {
  const isPresent = ({ status }: CastVisit) => status === 'present'
  const isOnline = ({ medium }: CastVisit) => medium === 'online'
  const bare = (visit: CastVisit) => ({ ...visit, registrantId: null })
  const byMinute = (visit: CastVisit) => ({
    ...bare(visit),
    role: visit.role === 'host' ? ('host' as const) : ('attendee' as const),
    joinedAt: minuteOf(visit.joinedAt),
    leftAt: visit.leftAt && minuteOf(visit.leftAt),
  })
  const ofGoto = (visits: CastVisit[]) => visits.filter(isPresent).filter(isOnline).map(byMinute)
  const encodings: [string, (table: Table) => Buffer][] = [
    ['UTF-8', csvOf],
    ['UTF-16 with tabs', unicodeTextOf],
    ['a workbook', (table) => workbookOf({ Report: table })],
  ]
  const formats: [string, (typeof castDays)[number], Table, (visits: CastVisit[]) => CastVisit[]][] = [
    [
      "Zoom's old report of day 1",
      first,
      oldZoomReport(cast, first),
      (visits) => visits.filter(isPresent).map(bare),
    ],
    ["Zoom's new report of day 2", second, newZoomReport(cast, second), (visits) => visits],
    ["GoTo Webinar's report of day 1", first, gotoReport(cast, first), ofGoto],
    ["GoTo Webinar's report of day 2", second, gotoReport(cast, second), ofGoto],
  ]
  const cases = formats.flatMap((format) =>
    encodings.map(
      ([encoding, write]) => [`${format[0]} in ${encoding}`, write(format[2]), format[1], format[3]] as const,
    ),
  )
  test.each(cases)('%s', async (_, bytes, on, meant) => {
    const { visits, days } = await readingOf(bytes)
    expect(days).toEqual([on])
    const said = visits
      .filter(({ status }) => status !== 'absent')
      .map(({ name, email, registrantId, role, medium, status, joinedAt, leftAt }) => ({
        on,
        name,
        email,
        registrantId,
        role,
        medium,
        status,
        joinedAt,
        leftAt,
      }))
    expect(sorted(said)).toEqual(sorted(meant(cast.flatMap((each) => each.visits.filter(isOn(on))))))
  })

  test.each(encodings)('poll reports in %s', async (_, write) => {
    for (const on of castDays) {
      const { kind, answers } = await readingOf(write(zoomPollReport(cast, on)))
      expect(kind).toBe('zoom-polls')
      const said = answers.map(({ name, email, question, answer, answeredAt }) => ({
        on,
        name,
        email,
        question,
        answer,
        answeredAt,
      }))
      expect(sorted(said)).toEqual(sorted(cast.flatMap((each) => each.answers.filter(isOn(on)))))
    }
  })
})

describe("the cast's hours are counted as their habits say", () => {
  test.each([1, 2, 3, 2027])('with the seed %i', async (seed) => {
    await expectHours(castOf({ seed }), zoomFiles)
  })

  test.each(castOf().filter(({ waits }) => waits && waits !== 'host'))(
    'once the queue is answered: $habit',
    (person) => {
      const visits = person.visits.map((visit) => ({
        ...visit,
        leftAt: visit.leftAt ?? slotDays(slot).find(isOn(visit.on))?.endAt ?? null,
        isWaiting: visit.status === 'waiting',
      }))
      const momentsOf = ({ answers }: CastPerson) =>
        answers.map(({ question, answeredAt }) => ({ question, at: answeredAt, on: null }))
      const everybody = cast.map((each) => ({
        visits: each.visits.map((visit) => ({ ...visit, isWaiting: visit.status === 'waiting' })),
        answers: momentsOf(each),
      }))
      const agenda = hoursAsIn(taught)
      const asked = askedAt(virtual, agenda, { people: everybody })
      expect(countOne(virtual, agenda, { visits, answers: momentsOf(person), asked }).hours).toBe(
        person.expected.decided,
      )
    },
  )

  const corrected = correctedCast(cast)
  const withCorrected = (given: CastPerson[]) => [
    ...zoomFiles(given),
    csvOf(newZoomReport(corrected, second)),
  ]
  test('after a report of day 2 in which two people have less', async () => {
    await expectHours(cast, withCorrected)
  })

  test('after a corrected report of day 2, once the first one is set aside', async () => {
    expect(
      corrected.filter((each, place) => each.expected.taught < (cast[place]?.expected.taught ?? 0)),
    ).toHaveLength(2)
    await expectHours(corrected, () => withCorrected(cast), { setsAside: 1 })
  })

  // GoTo Webinar lists no phones. Without ids, only a row's email says who used the forwarded link.
  test('by reports of GoTo Webinar', async () => {
    const known = cast.map((person) => {
      if (person.habit === 'by phone') return { ...person, waits: null }
      if (person.waits !== 'contradiction') return person
      return { ...person, waits: null, expected: { planned: 7, taught: 8, decided: 8 } }
    })
    await expectHours(known, (given) => [
      ...castDays.flatMap((on) => [csvOf(gotoReport(given, on)), csvOf(zoomPollReport(given, on))]),
    ])
  })
})

function zoomFiles(given: CastPerson[]): Buffer[] {
  return [
    csvOf(oldZoomReport(given, first)),
    csvOf(newZoomReport(given, second)),
    ...castDays.map((on) => csvOf(zoomPollReport(given, on))),
  ]
}

async function expectHours(
  given: CastPerson[],
  files: (given: CastPerson[]) => Buffer[],
  { setsAside }: { setsAside?: number } = {},
) {
  const readings = await Promise.all(files(given).map((bytes) => readingOf(bytes)))
  const counted = await countedOf(readings, setsAside)
  const people = knownPeople({
    webinarId: 'w',
    registrations: given.map(({ email, firstName, lastName, isOtherSlot }, place) => ({
      registrationId: place + 1,
      userId: email,
      name: `${firstName} ${lastName}`,
      emails: [email],
      isOtherSlot,
      isCanceled: false,
    })),
    identities: given.map(({ registrantId }, place) => ({
      registrationId: place + 1,
      webinarId: 'w',
      registrantId,
    })),
  })
  const matched = <Row extends { registrantId: string | null; email: string | null; name: string }>(
    rows: readonly Row[],
  ) => rows.map((row) => ({ row, match: matchOne(people, { ...row, rowId: 0 }, []) }))
  const visits = matched(counted.visits)
  const answers = matched(counted.answers)
  const of = <Row>(rows: { row: Row; match: ReturnType<typeof matchOne> }[], id: number) =>
    rows.flatMap(({ row, match }) => ('to' in match && match.to.includes(id) ? [row] : []))
  const everybody = given.map((_, place) => ({
    visits: of(visits, place + 1),
    answers: of(answers, place + 1),
  }))
  const hoursBy = (hours: AgendaHour[], id: number) => {
    const agenda = hoursAsIn(hours)
    const asked = askedAt(virtual, agenda, { people: everybody })
    return countOne(virtual, agenda, { ...everybody[id - 1], asked })
  }
  const found = given.map((person, place) => {
    const { firstName, lastName, habit, email } = person
    const [asPlanned, asTaught] = [hoursBy(planned, place + 1), hoursBy(taught, place + 1)]
    const waits = new Set(
      visits.flatMap(({ row, match }) => ('waits' in match && isAbout(row, person) ? [match.waits] : [])),
    )
    const unclear = ['host', 'unusable-times'].filter((reason) => reason === asTaught.reason)
    return {
      habit,
      name: `${firstName} ${lastName}`,
      email,
      planned: asPlanned.hours,
      taught: asTaught.hours,
      waits: [...waits, ...unclear],
    }
  })
  expect(found).toEqual(
    given.map(({ habit, firstName, lastName, email, expected, waits }) => ({
      habit,
      name: `${firstName} ${lastName}`,
      email,
      planned: expected.planned,
      taught: expected.taught,
      waits: waits ? [waits] : [],
    })),
  )
}

/** Returns true if a row is about a person, by the cast and not by matching. */
function isAbout(row: { name: string; email: string | null }, { visits }: CastPerson) {
  return visits.some(({ name, email }) => name === row.name && email === row.email)
}

/** Returns the hours of the slot as they were taught. */
function hoursAsIn(agenda: AgendaHour[]) {
  const [hours = []] = courseOf(virtual, [{ time: slot, agenda }])
  return hours
}

/** Returns the counting rows of readings, oldest first. `setsAside`: the place of the reading that is set aside. */
function countedOf(readings: Reading[], setsAside?: number) {
  const reports = readings.map((rows, place) => ({
    reportId: place,
    origin: 'upload' as const,
    instance: null,
    sha256: String(place),
    days: rows.days,
    visits: rows.visits.length,
    answers: rows.answers.length,
    setAside: place === setsAside ? [{ on: null, part: null }] : [],
    rows: {
      visits: rows.visits.filter(({ status }) => status !== 'absent'),
      answers: rows.answers.map(({ on, ...row }) => ({ ...row, answeredOn: on })),
    },
  }))
  return countedRows({ ...slot, isInPerson: false }, [], reports)
}

async function readingOf(bytes: Buffer) {
  const read = await readAttendanceFile(bytes, { zone: portalZone })
  expect(read).not.toHaveProperty('refused')
  return read as Reading
}

function isOn(on: string) {
  return (each: { on: string }) => each.on === on
}

function minuteOf(instant: Date) {
  return new Date(Math.floor(instant.getTime() / 60_000) * 60_000)
}

function sorted<Row>(rows: Row[]): Row[] {
  const keyOf = (row: Row) => JSON.stringify(row)
  return rows.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)))
}
