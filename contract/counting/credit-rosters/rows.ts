import * as z from 'zod/mini'
import { shownDate } from '#contract/core/plain-dates.ts'
import { instant } from '#contract/core/wire.ts'
import { shownByDay } from '#contract/events/slots/hours-by-day.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { shownDates } from '#contract/events/slots/times.ts'
import { CreditedDays } from '#contract/ledger/credits/credited-days.ts'

/** A person's credit as FAASafety.gov has it, or should have it. */
export const ReportedCredit = z.object({
  /** The name as printed on certificates. */
  name: z.string(),
  /** The email of the FAASafety.gov account; '' for a deleted account. */
  email: z.string(),
  hours: z.int(),
  /** The days that earned them; null in credits from before days were stored. */
  byDay: z.nullable(CreditedDays),
  /** '': the event has none. */
  courseNumber: z.string(),
})
export type ReportedCredit = z.output<typeof ReportedCredit>

/** A roster marked as reported, with the number of its rows in the scope. */
export const RosterReport = z.object({ reportedAt: instant(), reportedBy: z.string(), rows: z.int() })
export type RosterReport = z.output<typeof RosterReport>

interface Compared {
  /** The last report; null if never reported, or taken back. */
  was: ReportedCredit | null
  /** The current credit; null if withdrawn. */
  now: ReportedCredit | null
}

/** The kinds of differences between the last report and the current credits. */
export const rosterChanges = { added: 'Added', changed: 'Changed', 'taken-back': 'Removed' } as const
export type RosterChange = keyof typeof rosterChanges

/** Returns a row's difference; undefined if it is reported as it is. */
export function changeOf(row: Compared): RosterChange | undefined {
  if (!row.now) return 'taken-back'
  if (!row.was) return 'added'
  return changedFields(row).length > 0 ? 'changed' : undefined
}

/** Returns 'Hours 6 → 8' for each field of a changed row. */
export function changedFields({ was, now }: Compared): string[] {
  if (!was || !now) return []
  const [before, after] = [fieldsOf(was), fieldsOf(now)]
  return Object.entries(after).flatMap(([field, to]) =>
    before[field] === to ? [] : [`${field} ${before[field] || 'none'} → ${to || 'none'}`],
  )
}

/** Returns '09 Feb 2027, 10 Feb 2027'; the slot's dates if the days of the hours are unknown. */
export function daysOf({ byDay }: ReportedCredit, slot: Pick<SlotTime, 'startOn' | 'endOn'>): string {
  return byDay ? byDay.map(({ on }) => shownDate(on)).join('; ') : shownDates(slot)
}

function fieldsOf({ name, email, hours, byDay, courseNumber }: ReportedCredit): Record<string, string> {
  return {
    Name: name,
    Email: email,
    Hours: String(hours),
    Days: shownByDay(byDay ?? []),
    'Course number': courseNumber,
  }
}
