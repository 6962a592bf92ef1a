import * as z from 'zod'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import { isPlainDate } from '#contract/core/plain-dates.ts'
import type { SlotEvidence } from '#contract/counting/hours/count-slot.ts'
import { courseHoursOf } from '#contract/counting/hours/course-hours.ts'
import { Figures } from '#contract/events/credit-rules/figures.ts'
import { agendaOf, hoursOf, StatedAgenda } from '#contract/events/slots/agendas.ts'

export const instant = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'is not an instant')
  .transform((text) => new Date(text))
export const day = z.custom<PlainDate>((on) => typeof on === 'string' && isPlainDate(on), 'is not a day')
const time = z
  .string()
  .regex(/^\d{2}:\d{2}$/)
  .transform((text) => text as PlainTime)

export const visit = z
  .object({
    joinedAt: instant.nullish(),
    leftAt: instant.nullish(),
    // People in other roles hosted.
    role: z.enum(['attendee', 'panelist', 'host']).catch('host').default('attendee'),
    medium: z.enum(['online', 'phone', 'in-person']).catch('online').default('online'),
    status: z.string().nullish(),
  })
  .transform(({ joinedAt, leftAt, role, medium, status }) => ({
    joinedAt: joinedAt ?? null,
    leftAt: leftAt ?? null,
    role,
    medium,
    isWaiting: status === 'in_waiting_room',
  }))

export const answer = z
  .object({
    question: z.string(),
    at: instant.nullish(),
    on: day.nullish(),
    place: z.int().optional(),
    session: z.string().nullish(),
  })
  .transform(({ question, at, on, place, session }) => ({
    question,
    at: at ?? null,
    on: on ?? null,
    nth: place,
    session,
  }))
const numbers = z.object({
  answered: z.int().optional(),
  present: z.int().optional(),
  counts: z.boolean().optional(),
})
export const asked = answer.and(numbers)

/** A row of one of several people. */
export const ofPerson = z.object({ person: z.string() })

export const dayHours = z.object({ on: day, hours: z.number() })

export const slot = z.object({
  startOn: day,
  endOn: day,
  startTime: time,
  endTime: time,
  breaks: z.array(z.object({ from: time, to: time, name: z.string().default('Break') })).default([]),
  agenda: z.optional(StatedAgenda),
})

/** Returns the figures of a file by their name. */
export function figuresNamed(name: string, known: Record<string, unknown>): Figures {
  if (!(name in known)) throw new Error(`the file has no figures '${name}'`)
  return Figures.parse(known[name])
}

/** Returns the hours of slots with their course hours. */
export function agendasOf(
  figures: Figures,
  slots: readonly z.output<typeof slot>[],
): SlotEvidence['agenda'][] {
  const taught = slots.map((time) => {
    const planned = hoursOf(time, figures)
    return { time, planned, agenda: time.agenda ? agendaOf(time.agenda) : planned }
  })
  return courseHoursOf(taught).map((hours) => hours.map((hour) => ({ ...hour, isCovered: true })))
}
