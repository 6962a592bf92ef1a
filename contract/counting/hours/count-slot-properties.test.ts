import { expect, test } from 'vitest'
import type { AttendanceVisit, PollMoment } from '#contract/attendance/attendances/readings.ts'
import { sum } from '#contract/core/numbers.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternClock } from '#contract/core/season.ts'
import { agendaDays } from '#contract/events/slots/agendas.ts'
import { reachOf } from '#contract/events/slots/hour-times.ts'
import type { CourseCase, SlotCase } from '#test/arbitrary-courses.ts'
import { counted, evidenceOf, found, oneSlot } from '#test/arbitrary-courses.ts'
import { casesOf } from '#test/arbitrary-slots.ts'
import { countCourse } from './count-course.ts'
import { countsAsAsked } from './launches.ts'

const holds = casesOf(oneSlot)

/** Counts a case with a changed slot. */
function changed(given: CourseCase, change: (slot: SlotCase) => Partial<SlotCase>) {
  return counted(
    given,
    given.slots.map((slot) => ({ ...slot, ...change(slot) })),
  )
}

test('more visits or answers of a person never lower their hours', () => {
  holds((given) => {
    const [what = 0] = given.places
    const after = changed(given, ({ visits, answers, more }) => ({
      visits: what % 3 === 1 ? visits : [...visits, ...more.visits],
      answers: what % 3 === 0 ? answers : [...answers, ...more.answers],
    }))
    expect(after.hours).toBeGreaterThanOrEqual(found(given).hours)
    expect(after.minutes).toBeGreaterThanOrEqual(found(given).minutes)
  })
})

test('the same rows and questions twice, in another order, and cut in two, give the same finding', () => {
  const twice = <Item>(items: readonly Item[]) => [...items, ...items].reverse()
  holds((given) => {
    const [place = 0, share = 0] = given.places
    const after = changed(given, ({ visits, answers, asked }) => ({
      visits: twice(visits).flatMap((visit, index) =>
        index === place % visits.length ? cut(visit, share / 1000) : visit,
      ),
      answers: twice(answers),
      asked: twice(asked),
    }))
    expect(JSON.stringify(after)).toBe(JSON.stringify(found(given)))
  })
})

/** Returns two visits that touch, each of a second or more: shorter ones have unusable times. */
function cut(visit: AttendanceVisit, share: number): AttendanceVisit[] {
  const [from, to] = [visit.joinedAt, visit.leftAt].map((at) => Math.floor(Number(at) / 1000)) as [
    number,
    number,
  ]
  if (!visit.joinedAt || !visit.leftAt || to - from < 2) return [visit]
  const middle = new Date((from + 1 + Math.floor((to - from - 1) * share)) * 1000 + 500)
  return [
    { ...visit, leftAt: middle },
    { ...visit, joinedAt: middle },
  ]
}

test('an unsettled report never gives more than the same report settled', () => {
  holds((given) => {
    const other = changed(given, ({ isSettled }) => ({ isSettled: !isSettled }))
    const [early, late] = found(given).isFinal ? [other, found(given)] : [found(given), other]
    expect(early.hours).toBeLessThanOrEqual(late.hours)
    // Before settling, only all hours are credited.
    if (early.reason === 'full') expect(late.reason).toBe('full')
  })
})

test('hours that are sure before the settling stay, whatever is added', () => {
  holds((given) => {
    const early = changed(given, () => ({ isSettled: false }))
    const late = changed(given, ({ visits, answers, asked, more }) => ({
      visits: [...visits, ...more.visits],
      answers: [...answers, ...more.answers],
      asked: [...asked, ...more.asked],
      isSettled: true,
    }))
    expect(early.hours).toBeLessThanOrEqual(late.hours)
  })
})

test('a question that no longer counts lowers nobody', () => {
  holds((given) => {
    const [place = 0, way = 0] = given.places
    const evidence = evidenceOf(given.registered, given.slots)
    const fewer = evidence.slots.map((slot) => {
      const asked = slot.asked.map((launch, index) => {
        if (index !== place % slot.asked.length || !countsAsAsked(launch)) return launch
        const isWord = way % 2 === 0 || launch.counts
        return isWord ? { ...launch, counts: false } : { ...launch, answered: 2, present: 21 }
      })
      return { ...slot, asked }
    })
    const after = countCourse(given.figures, { ...evidence, slots: fewer })
    expect(after.hours).toBeGreaterThanOrEqual(found(given).hours)
  })
})

test('rows outside of the slot mean nothing', () => {
  holds((given) => {
    const after = changed(given, ({ agenda, visits, more }) => {
      const reaches = agendaDays(agenda).map((day) => reachOf(given.figures, day))
      const isOutside = ({ joinedAt, leftAt }: AttendanceVisit) => {
        const [first, last = first] = [joinedAt, leftAt]
          .flatMap((at) => (at ? Math.floor(at.getTime() / 1000) : []))
          .sort((a, b) => a - b)
        if (first === undefined || last === undefined) return false
        return reaches.every(([from, to]) => last < from || first > to)
      }
      return { visits: [...visits, ...more.visits.filter(isOutside)] }
    })
    const { reason } = found(given)
    expect(JSON.stringify({ ...after, reason })).toBe(JSON.stringify(found(given)))
    if (after.reason !== reason) expect([reason, after.reason]).toEqual(['no-visits', 'outside-slot'])
  })
})

test('the hours of days and of renewal years add up, and are worth what was earned', () => {
  holds((given) => {
    const { hours, byDay = [], hoursBySeason, agenda } = found(given)
    expect(sum(byDay.map((day) => day.hours))).toBe(hours)
    expect(sum(Object.values(hoursBySeason))).toBe(hours)
    expect(hours).toBeLessThanOrEqual(given.figures.mostHours)
    if (given.figures.mode === 'sum') return
    const values = given.slots.flatMap((slot) => agendaDays(slot.agenda).flatMap((day) => day.hours))
    const worth = sum(
      agenda.map(({ code }, place) => (code.startsWith('earned') ? (values[place]?.value ?? 0) : 0)),
    )
    expect(hours).toBeLessThanOrEqual(Math.floor(worth / 60))
  })
})

test('the reason is full if no more can be had, and only then', () => {
  holds((given) => {
    const { hours, reason, agenda } = found(given)
    if (reason === 'host' || agenda.some(({ code }) => code === 'unknown')) return
    const most = changed(given, thereAllTheTime).hours
    expect(reason === 'full').toBe(hours > 0 && hours === most)
  })
})

/** Returns the rows of a person who attended every second and needed no poll. */
function thereAllTheTime({ agenda }: SlotCase): Partial<SlotCase> {
  const visits = agenda.flatMap(({ pieces }) =>
    pieces.map(
      ({ startAt, endAt }): AttendanceVisit => ({
        joinedAt: startAt,
        leftAt: endAt,
        role: 'attendee',
        medium: 'online',
        isWaiting: false,
      }),
    ),
  )
  return { visits, asked: [], answers: [], isSettled: true }
}

test('whole weeks earlier or later, the hours and codes are the same by the Eastern clock', () => {
  holds((given) => {
    const weeks = (given.places[0] ?? 0) % 40
    const moment = <Moment extends PollMoment>(each: Moment): Moment => ({
      ...each,
      at: each.at && later(each.at, weeks),
      on: each.on && addDays(each.on, 7 * weeks),
    })
    const after = changed(given, ({ agenda, visits, answers, asked }) => ({
      agenda: agenda.map((hour) => ({
        ...hour,
        on: addDays(hour.on, 7 * weeks),
        pieces: hour.pieces.map(({ startAt, endAt }) => ({
          startAt: later(startAt, weeks),
          endAt: later(endAt, weeks),
        })),
      })),
      visits: visits.map((visit) => ({
        ...visit,
        joinedAt: visit.joinedAt && later(visit.joinedAt, weeks),
        leftAt: visit.leftAt && later(visit.leftAt, weeks),
      })),
      answers: answers.map(moment),
      asked: asked.map(moment),
    }))
    expect(after.hours).toBe(found(given).hours)
    expect(after.agenda.map(({ code }) => code)).toEqual(found(given).agenda.map(({ code }) => code))
  })
})

/** Returns the instant of the same Eastern clock time, weeks later. */
function later(at: Date, weeks: number): Date {
  const shown = (instant: Date) => Date.parse(`${easternClock(instant).replace(' ', 'T')}Z`)
  const moved = new Date(at.getTime() + weeks * 7 * 86_400_000)
  return new Date(moved.getTime() + shown(at) + weeks * 7 * 86_400_000 - shown(moved))
}
