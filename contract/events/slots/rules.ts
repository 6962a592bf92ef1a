import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { daysBetween, isPlainDate, shownDate, shownTime } from '#contract/core/plain-dates.ts'
import type { PlannedTime } from './breaks.ts'
import { breaksProblem } from './breaks.ts'
import type { SlotTime } from './times.ts'
import { isSkipped } from './times.ts'

/** The most days of a slot; more is a typo. */
export const mostSlotDays = 31

export const firstSlotDay = '2020-01-01'
export const lastSlotDay = '2099-12-31'

/** Returns true if a slot may take place on this day. */
export function isSlotDay(day: string): day is PlainDate {
  return isPlainDate(day) && day >= firstSlotDay && day <= lastSlotDay
}

/** The most seats of a slot; more is a typo. */
export const mostSeats = 100_000

export function isCapacity(seats: number): boolean {
  return Number.isInteger(seats) && seats > 0 && seats <= mostSeats
}

/** From this number down, the list of events says how many seats are left. */
const fewSeats = 20

/** Returns the free seats that people see: 0 if overbooked, null if many or unlimited. */
export function shownSeats(seatsLeft: number | null): number | null {
  return seatsLeft === null || seatsLeft > fewSeats ? null : Math.max(seatsLeft, 0)
}

/** Returns words for administrators on how full a slot is. */
export function fullWords({ capacity, seatsFree }: { capacity: number; seatsFree: number }): string {
  const seats = (count: number) => (count === 1 ? 'seat is' : 'seats are')
  const why =
    seatsFree > 0
      ? `${seatsFree} free ${seats(seatsFree)} held for its waitlist`
      : `${capacity - seatsFree} of ${capacity} ${seats(capacity)} taken`
  return `This time slot is full: ${why}.`
}

/** Returns a sentence for each wrong field of a slot's time and breaks; empty if valid. */
export function slotProblems(slot: PlannedTime): Partial<Record<keyof PlannedTime, string>> {
  const { startOn, endOn, startTime, endTime } = slot
  if (!isSlotDay(startOn)) return { startOn: 'Please check the year.' }
  if (endOn < startOn) return { endOn: 'The last day is before the first day.' }
  // Checked before listing the days between, which may be millions.
  if (Date.parse(endOn) - Date.parse(startOn) >= mostSlotDays * 86_400_000) {
    return { endOn: `A time slot lasts ${mostSlotDays} days at most.` }
  }
  if (endTime <= startTime) return { endTime: 'The end must be after the start.' }
  const gap = skippedTime(slot, [startTime, endTime])
  if (gap) return gap.time === startTime ? { startTime: gap.words } : { endTime: gap.words }
  const times = slot.breaks.flatMap(({ from, to }) => [from, to])
  const breaks = breaksProblem(slot) ?? skippedTime(slot, times)?.words
  return breaks === undefined ? {} : { breaks }
}

/** Returns the first two of an event's slots that overlap. One may start as another ends. */
export function overlapOf<Slot extends SlotTime>(slots: readonly Slot[]): [Slot, Slot] | undefined {
  for (const [index, one] of slots.entries()) {
    const other = slots.slice(index + 1).find((each) => overlap(one, each))
    if (other) return [one, other]
  }
  return undefined
}

function overlap(one: SlotTime, other: SlotTime): boolean {
  const shareDay = one.startOn <= other.endOn && other.startOn <= one.endOn
  return shareDay && one.startTime < other.endTime && other.startTime < one.endTime
}

/** Returns the refusal to delete an event or slot with this many registrations. */
export function registeredRefusal(registrations: number, what: 'event' | 'time slot'): string {
  const who = registrations === 1 ? '1 person is' : `${registrations.toLocaleString('en-US')} people are`
  return `${who} registered for this ${what}, so it cannot be deleted. Move or delete their registrations first.`
}

/** Returns the first of these times that the clocks skip on a day of the slot, with words. */
function skippedTime(
  { startOn, endOn }: SlotTime,
  times: readonly PlainTime[],
): { time: PlainTime; words: string } | undefined {
  for (const on of daysBetween(startOn, endOn)) {
    const time = times.find((each) => isSkipped(on, each))
    if (time) {
      return { time, words: `There is no ${shownTime(time)} on ${shownDate(on)}: the clocks go forward.` }
    }
  }
  return undefined
}

/** Returns the refusal to delete a slot whose reports have this many people of other slots. */
export function attendedRefusal(people: number): string {
  const who = people === 1 ? '1 person has' : `${people.toLocaleString('en-US')} people have`
  return `${who} attendance at this time slot, so it cannot be deleted. Set its reports aside first.`
}
