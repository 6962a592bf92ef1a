import * as z from 'zod/mini'
import { doorRegistrantId } from '#contract/attendance/check-ins/registrant-ids.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { isPlainDate } from '#contract/core/plain-dates.ts'
import { instant } from '#contract/core/wire.ts'
import type { AttendanceSource } from '#server/core/webinar-platform/webinar-platform.ts'
import type { Flaw, Reading } from './attendance-reading.ts'
import { ofJson } from './attendance-reading.ts'

/** The visits of a slot's days that are over, as its people were checked in and out. */
const DoorReport = z.object({
  /** The Eastern days that it covers, even if nobody has both times. */
  days: z.array(z.custom<PlainDate>((day) => typeof day === 'string' && isPlainDate(day))),
  visits: z.array(
    z.object({
      registrationId: z.int(),
      /** '', as is the email, if the account was deleted. */
      name: z.string(),
      email: z.string(),
      /** Whether one of its times was typed from a sign-in sheet. Absent: known from an earlier report only. */
      origin: z.optional(z.enum(['door', 'sheet'])),
      inAt: z.nullable(instant()),
      outAt: z.nullable(instant()),
    }),
  ),
})
export type DoorReport = z.output<typeof DoorReport>

const address = 'door'

/** Returns a report of the door as it is stored. `readDoor` reads it. */
export function doorSources(report: DoorReport): AttendanceSource[] {
  return [{ address, body: JSON.stringify(z.encode(DoorReport, report)) }]
}

/** Reads a stored report of the door; undefined for the answers of a webinar platform. */
export function readDoor([source]: readonly AttendanceSource[]): Reading | undefined {
  return source?.address === address ? doorReading(z.decode(DoorReport, JSON.parse(source.body))) : undefined
}

/** Returns the rows of a report of the door. Visits without an arrival or a leaving are kept with this flaw. */
export function doorReading({ days, visits }: DoorReport): Reading {
  return {
    ...ofJson,
    kind: 'door-answers',
    days,
    visits: visits.map(({ registrationId, name, email, inAt, outAt }, place) => ({
      line: place + 1,
      flaws: [...(inAt ? [] : missing('In')), ...(outAt ? [] : missing('Out'))],
      registrantId: doorRegistrantId(registrationId),
      email: email || null,
      name,
      role: 'attendee',
      medium: 'in-person',
      status: 'present',
      joinedAt: inAt,
      leftAt: outAt,
    })),
    answers: [],
  }
}

function missing(column: string): Flaw[] {
  return [{ code: 'no-time', column, text: '' }]
}
