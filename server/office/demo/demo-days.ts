import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay, easternTime } from '#contract/core/season.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { defaultBreaks } from '#contract/events/slots/breaks.ts'
import { isSkipped } from '#contract/events/slots/times.ts'
import type { Series } from './series.ts'
import { demoSeries } from './series.ts'

/** An event of the demo beside those of its seasons: its times follow the demo's first start. */
export interface LivingEvent {
  name: string
  /** The series whose picture, courses and sponsors it has. */
  like: Series
  slot: PlannedTime
  capacity?: number
}

const [piston, turbine, , seminar] = demoSeries as [Series, Series, Series, Series]

/** The seats of the full event. */
export const fullSeats = 12

/** Returns the events around an instant: two weeks ago, running, today in person, and full. */
export function livingEvents(now: Date) {
  const today = easternDay(now)
  const heldOn = addDays(today, -14)
  return {
    held: {
      name: 'Corrosion and Records Refresher',
      like: piston,
      slot: { ...days(heldOn), startTime: '08:00', endTime: '12:00', breaks: [] },
    },
    running: { name: 'Turbine Live Refresher', like: turbine, slot: runningSlot(now) },
    today: { name: 'Hangar Day in Columbia', like: seminar, slot: wholeDay(today) },
    full: {
      name: 'Borescope Workshop',
      like: seminar,
      slot: wholeDay(addDays(today, 17)),
      capacity: fullSeats,
    },
  } satisfies Record<string, LivingEvent>
}

/**
 * Returns a slot of four hours a day that is running, for today and tomorrow. It began an hour ago if the day
 * allows. In the last minute of a day, whose end a slot cannot reach, tomorrow's first slot is about to begin.
 */
export function runningSlot(now: Date): PlannedTime {
  const [hour = 0, minute = 0] = easternTime(now).split(':').map(Number)
  const today = easternDay(now)
  const minutes = hour * 60 + minute
  if (minutes === lastMinute) {
    return { ...days(addDays(today, 1)), startTime: '00:00', endTime: '04:00', breaks: [] }
  }
  const halfHour = Math.floor((minutes - 60) / 30) * 30
  const start = Math.max(0, Math.min(halfHour, lastMinute - slotMinutes))
  const isThere = [today, addDays(today, 1)].every((on) => !isSkipped(on, timeOf(start)))
  const begun = isThere ? start : start - 60
  return { ...days(today), startTime: timeOf(begun), endTime: timeOf(begun + slotMinutes), breaks: [] }
}

const lastMinute = 23 * 60 + 59
const slotMinutes = 240

function timeOf(minutes: number): PlainTime {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` as PlainTime
}

function days(startOn: PlainDate) {
  return { startOn, endOn: addDays(startOn, 1) }
}

function wholeDay(on: PlainDate): PlannedTime {
  const day = { startOn: on, endOn: on, startTime: '08:00', endTime: '17:00' } as const
  return { ...day, breaks: defaultBreaks(day, true) }
}
