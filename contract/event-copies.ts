import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { eventNames } from './events.ts'
import { addDays, yearOf } from './plain-dates.ts'
import { slotProblems } from './slot-rules.ts'
import type { SlotTime } from './slots.ts'
import { id, onWire } from './wire.ts'

/** So many weeks later the same weekdays come about a year later. */
export const weeksOfYear = 52
export const mostWeeks = 104

/** So many events are copied by one call. */
const mostCopies = 100

/** What an event is shifted by its copy: a name, and slots that only change their days. */
interface Copied<Slot extends SlotTime> {
  eventName: string
  slots: readonly Slot[]
}

/** An event so many weeks later; `year` is the one that its first day is in, null without slots. */
export function copyOf<Slot extends SlotTime>({ eventName, slots }: Copied<Slot>, weeks: number) {
  const shifted = slots.map((slot) => ({
    ...slot,
    startOn: addDays(slot.startOn, weeks * 7),
    endOn: addDays(slot.endOn, weeks * 7),
  }))
  const [from, to] = [firstYear(slots), firstYear(shifted)]
  const name = from === null || to === null ? eventName : renamed(eventName, from, to)
  return { eventName: name, slots: shifted, year: to }
}

/** Why a copy can't be made, in words: its days have no such time; undefined where it can. */
export function copyProblem(slots: readonly SlotTime[]): string | undefined {
  if (slots.length === 0) return 'It has no time slots yet, so there is nothing to move.'
  return slots.flatMap((slot) => Object.values(slotProblems(slot)))[0]
}

/** Every year in a name that is `from` as `to`, and a season that ends in it ('2026-2027') likewise. */
function renamed(eventName: string, from: number, to: number): string {
  const years = new RegExp(`(?<!\\d)(?:${from - 1}([-–/]))?${from}(?!\\d)`, 'g')
  return eventName.replace(years, (_, dash?: string) => (dash ? `${to - 1}${dash}${to}` : String(to)))
}

function firstYear(slots: readonly SlotTime[]): number | null {
  const [startOn] = slots.map((slot) => slot.startOn).sort()
  return startOn === undefined ? null : yearOf(startOn)
}

/** What is said of any other number of weeks. */
export const weeksMessage = `Events are copied 1 to ${mostWeeks} weeks later.`
const eventsMessage = 'Please choose the events to copy.'

/** What became of one event, in the order they were asked for. */
export const CopyResult = onWire(
  { ...eventNames, newEventId: 'new_event_id' },
  {
    eventId: z.number(),
    /** '' where there is no such event. */
    eventName: z.string(),
    outcome: z.enum(['copied', 'copied-before', 'refused']),
    /** The copy that was made, or stands already; null where there is none. */
    newEventId: z.nullable(z.number()),
    /** Why it was not copied, in words; '' where it was. */
    why: z.string(),
  },
)
export type CopyResult = z.output<typeof CopyResult>

export const copySeason = endpoint({
  method: 'POST',
  path: '/private/copy-season',
  access: 'admin',
  summary:
    'Copies events with slots, speakers and sponsors into drafts some weeks later, 52 by default; what was copied into that year before is left out.',
  body: onWire(
    { eventIds: 'event_ids' },
    {
      eventIds: z
        .array(id(), { error: eventsMessage })
        .check(
          z.minLength(1, { error: eventsMessage }),
          z.maxLength(mostCopies, { error: `At most ${mostCopies} events are copied at once.` }),
        ),
      weeks: z.optional(
        z
          .int({ error: weeksMessage })
          .check(z.minimum(1, { error: weeksMessage }), z.maximum(mostWeeks, { error: weeksMessage })),
      ),
    },
  ),
  data: z.object({ results: z.array(CopyResult) }),
})
