import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { addDays, yearOf } from '#contract/core/plain-dates.ts'
import { seasonOfDay, seasonOfEvent } from '#contract/core/season.ts'
import { id, onWire } from '#contract/core/wire.ts'
import { eventNames } from '#contract/events/events/calls.ts'
import type { PlannedTime } from '#contract/events/slots/breaks.ts'
import { slotProblems } from '#contract/events/slots/rules.ts'

/** The weeks after which the same weekdays come about a year later. */
export const weeksOfYear = 52
export const mostWeeks = 104

const mostCopies = 100

/** The part of an event that a copy changes: its name, and its slots' days. */
interface Copied<Slot extends PlannedTime> {
  eventName: string
  slots: readonly Slot[]
}

/** Returns an event moved by `weeks`. `year` is the renewal year of its first day, null without slots. */
export function copyOf<Slot extends PlannedTime>({ eventName, slots }: Copied<Slot>, weeks: number) {
  const shifted = slots.map((slot) => ({
    ...slot,
    startOn: addDays(slot.startOn, weeks * 7),
    endOn: addDays(slot.endOn, weeks * 7),
  }))
  const [from] = slots.map((slot) => slot.startOn).sort()
  const name = from === undefined ? eventName : renamed(eventName, from, addDays(from, weeks * 7))
  return { eventName: name, slots: shifted, year: seasonOfEvent(shifted) ?? null }
}

/** Returns why a copy is impossible: one of its days skips the time. Else undefined. */
export function copyProblem(slots: readonly PlannedTime[]): string | undefined {
  if (slots.length === 0) return 'It has no time slots yet, so there is nothing to move.'
  return slots.flatMap((slot) => Object.values(slotProblems(slot)))[0]
}

/** Moves the years in a name with the first day: the renewal year, the calendar year, and a season like '2026-2027'. */
function renamed(eventName: string, from: PlainDate, to: PlainDate): string {
  const [season, newSeason] = [seasonOfDay(from), seasonOfDay(to)]
  const moved = new Map([
    [String(yearOf(from)), yearOf(to)],
    [String(season), newSeason],
  ])
  const years = new RegExp(`(?:${season - 1}([-–/])${season}|\\d+)(?!\\d)`, 'g')
  return eventName.replace(years, (found, dash?: string) =>
    dash ? `${newSeason - 1}${dash}${newSeason}` : String(moved.get(found) ?? found),
  )
}

/** The message for other numbers of weeks. */
export const weeksMessage = `Events are copied 1 to ${mostWeeks} weeks later.`
const eventsMessage = 'Please choose the events to copy.'

/** The result for one event, in the request's order. */
export const CopyResult = onWire(
  { ...eventNames, newEventId: 'new_event_id' },
  {
    eventId: z.int(),
    eventName: z.string(),
    outcome: z.enum(['copied', 'copied-before', 'refused']),
    /** The copy, or the existing one; null if there is none. */
    newEventId: z.nullable(z.int()),
    /** The reason why it was not copied; '' if it was. */
    why: z.string(),
  },
)
export type CopyResult = z.output<typeof CopyResult>

export const copySeason = endpoint({
  route: 'POST /private/copy-season',
  access: 'events:write',
  summary:
    'Copies events with slots, speakers and sponsors as unpublished events, moved by some weeks (52 by default). Skips events that were copied into that renewal year before.',
  body: onWire(
    { eventIds: 'event_ids' },
    {
      eventIds: z
        .array(id(), { error: eventsMessage })
        .check(
          z.minLength(1, { error: eventsMessage }),
          z.maxLength(mostCopies, { error: `At most ${mostCopies} events can be copied at a time.` }),
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
