import { expect, test } from 'vitest'
import { sum } from '#contract/core/numbers.ts'
import { overlapsOf } from '#contract/ledger/credits/overlaps.ts'
import type { SlotCase } from '#test/arbitrary-courses.ts'
import { counted, evidenceOf, found, isApart, twoOrThreeSlots } from '#test/arbitrary-courses.ts'
import { casesOf } from '#test/arbitrary-slots.ts'
import { countCourse } from './count-course.ts'
import type { Finding } from './findings.ts'

const holds = casesOf(twoOrThreeSlots)

test('more evidence in a slot never lowers the hours, or slots overlap and the person waits', () => {
  holds((given) => {
    const [place = 0] = given.places
    const more = given.slots.map((slot, index) =>
      index === place % given.slots.length ? withMore(slot) : slot,
    )
    const { hours, overlaps } = counted(given, more)
    if (!overlaps) expect(hours).toBeGreaterThanOrEqual(found(given).hours)
    if (isApart(given)) expect(overlaps).toBeUndefined()
  })
})

function withMore(slot: SlotCase): SlotCase {
  const { visits, answers, more } = slot
  return { ...slot, visits: [...visits, ...more.visits], answers: [...answers, ...more.answers] }
}

test('the order of the slots does not matter', () => {
  holds((given) => {
    if (given.slots.length < 2) return
    expect(JSON.stringify(counted(given, given.slots.toReversed()))).toBe(JSON.stringify(found(given)))
  })
})

test('the hours of days and of renewal years add up, and each day is one on which an hour counts', () => {
  holds((given) => {
    const { hours, byDay = [], hoursBySeason, agenda } = found(given)
    expect(sum(byDay.map((day) => day.hours))).toBe(hours)
    expect(sum(Object.values(hoursBySeason))).toBe(hours)
    const days = agenda.filter(({ counts }) => counts).map(({ on }) => on)
    expect(byDay.map(({ on }) => on).filter((on) => !days.includes(on))).toEqual([])
  })
})

test('an hour of the course counts in one slot if it was earned, and only then', () => {
  holds((given) => {
    const { agenda, overlaps } = found(given)
    for (const ofHour of Map.groupBy(agenda, ({ course }) => course).values()) {
      const counting = ofHour.filter(({ counts }) => counts)
      expect(counting.length).toBeLessThanOrEqual(1)
      if (given.figures.mode === 'sum') continue
      expect(counting.every(isEarned)).toBe(true)
      if (!overlaps) expect(counting.length > 0).toBe(ofHour.some(isEarned))
    }
  })
})

function isEarned({ code }: Finding['agenda'][number]): boolean {
  return code === 'earned' || code === 'earned-no-poll'
}

test('an event gives at least the hours of each of its slots', () => {
  holds((given) => {
    if (!isApart(given) || given.slots.length < 2) return
    for (const slot of given.slots) {
      expect(found(given).hours).toBeGreaterThanOrEqual(counted(given, [slot]).hours)
    }
  })
})

test('if all hours of the course were earned in one slot, they count in one slot', () => {
  holds((given) => {
    const { agenda } = found(given)
    const courses = Map.groupBy(
      given.slots.flatMap((slot) => slot.agenda),
      ({ course }) => course,
    )
    const isSame = [...courses.values()].every(
      (ofHour) => new Set(ofHour.map(({ value }) => value)).size === 1,
    )
    const slots = [...Map.groupBy(agenda, ({ eventSlotId }) => eventSlotId).values()]
    const isWhole = slots.some((hours) => hours.length === courses.size && hours.every(isEarned))
    if (!isSame || !isWhole) return
    const counting = agenda.filter(({ counts }) => counts)
    expect(counting.length).toBe(courses.size)
    expect(new Set(counting.map(({ eventSlotId }) => eventSlotId)).size).toBe(1)
  })
})

test('slots without rows of the person change no hours, and are not waited for', () => {
  holds((given) => {
    const [first, ...others] = given.slots
    if (!first) return
    const registered = first.eventSlotId
    const alone = countCourse(given.figures, evidenceOf(registered, [first]))
    const beside = countCourse(given.figures, {
      ...evidenceOf(registered, [first]),
      others: others.flatMap(({ agenda }) => agenda),
    })
    const { possibleHours } = alone
    expect(JSON.stringify({ ...beside, possibleHours })).toBe(JSON.stringify(alone))
  })
})

test('no two hours that count share a second', () => {
  holds((given) => {
    const hourOf = (slotId?: number, course?: string) =>
      given.slots[slotId ?? -1]?.agenda.find((hour) => hour.course === course)
    const counting = found(given).agenda.filter(({ counts }) => counts)
    const times = counting.map(({ eventSlotId, course }) =>
      (hourOf(eventSlotId, course)?.pieces ?? []).map(({ startAt, endAt }) => [startAt, endAt] as const),
    )
    for (const [place, one] of times.entries()) {
      for (const other of times.slice(0, place)) expect(overlapsOf(one, other)).toBe(false)
    }
  })
})

test('unsettled slots never give more than settled ones', () => {
  holds((given) => {
    if (given.slots.every(({ isSettled }) => isSettled)) return
    const settled = counted(
      given,
      given.slots.map((slot) => ({ ...slot, isSettled: true })),
    )
    if (!settled.overlaps) expect(found(given).hours).toBeLessThanOrEqual(settled.hours)
  })
})
