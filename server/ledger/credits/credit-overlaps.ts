import { sql } from 'kysely'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { Finding, StoredEvidence, StoredFinding } from '#contract/counting/hours/findings.ts'
import { agendasOfInput } from '#contract/counting/hours/findings.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { beginOf } from '#contract/events/slots/agendas.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import type { Interval } from '#contract/ledger/credits/overlaps.ts'
import { overlapsOf } from '#contract/ledger/credits/overlaps.ts'
import { findSlotHours } from '#server/events/slots/slot-hours.ts'
import type { Db } from '#server/services.ts'

/** The person's credit for the same time at another event. */
export interface Elsewhere {
  registrationId: number
  eventName: string
  hours: number
}

/** Returns the taught times of the hours that a finding counts. */
export function earnedIntervals(finding: Finding | StoredFinding, input: StoredEvidence): Interval[] {
  return hoursOfFinding(finding, input)
    .filter(({ isEarned }) => isEarned)
    .flatMap(({ pieces }) => pieces.map(({ startAt, endAt }) => [startAt, endAt] as const))
}

/**
 * Returns the registrations that earned hours while their person is credited at another event, with that
 * credit. One shared second is an overlap.
 */
export async function findOverlaps(
  db: Db,
  earned: ReadonlyMap<number, readonly Interval[]>,
): Promise<Map<number, Elsewhere>> {
  if (earned.size === 0) return new Map()
  const times = [...earned.values()].flat(2).map((instant) => instant.getTime())
  if (times.length === 0) return new Map()
  const [from, to] = [new Date(Math.min(...times)), new Date(Math.max(...times))]
  const { rows } = await sql<Credited & { heldId: number }>`
    select held.registration_id as held_id, ${creditedColumns}
    from registrations held
    join registrations other on other.user_id = held.user_id and other.event_id <> held.event_id
      and other.hours > 0 and other.cancelled_at is null
    ${joinCredited}
    where held.registration_id = any(${[...earned.keys()]}::integer[]) and (
      other.credited_days is null and start_on <= ${to}::timestamptz::date + 1 and end_on >= ${from}::timestamptz::date - 1
      or exists (select from jsonb_array_elements(other.credited_days) day
        where (day->>'on')::date between ${from}::timestamptz::date - 1 and ${to}::timestamptz::date + 1))
    order by other.registration_id`.execute(db)
  const intervals = await intervalsByRegistration(db, rows)
  const found = new Map<number, Elsewhere>()
  for (const { heldId, registrationId, eventName, hours } of rows) {
    if (!overlapsOf(earned.get(heldId) ?? [], intervals.get(registrationId) ?? [])) continue
    found.set(heldId, { registrationId, eventName, hours })
  }
  return found
}

/** Returns the taught times of the registrations' standing credits. */
export async function findCreditedIntervals(
  db: Db,
  registrationIds: readonly number[],
): Promise<Map<number, Interval[]>> {
  if (registrationIds.length === 0) return new Map()
  const { rows } = await sql<Credited>`
    select ${creditedColumns} from registrations other ${joinCredited}
    where other.registration_id = any(${[...registrationIds]}::integer[])`.execute(db)
  return intervalsByRegistration(db, rows)
}

const creditedColumns = sql`other.registration_id, event_name, other.hours, other.credited_days as by_day,
  other.event_slot_id, is_decided, finding, input`

/** The finding behind the query's row of `credits`. The row of an undo names the undone finding instead. */
const findingOfCredit = sql`case when credits.reversal = 'undo' then (
  select before.credit_finding_id from credits before
  where before.registration_id = credits.registration_id and before.credit_id < credits.credit_id
    and before.act = 'set' and before.source = 'attendance' and before.reversal is distinct from 'undo'
    and before.minutes = credits.minutes and before.by_day is not distinct from credits.by_day
  order by before.credit_id desc limit 1
) else credits.credit_finding_id end`

const joinCredited = sql`
  join events on events.event_id = other.event_id
  join event_slots slot on slot.event_slot_id = other.event_slot_id
  join lateral standing_credit(other.registration_id) standing on true
  join credits using (credit_id)
  left join lateral (
    select finding, input from credit_findings found
    where found.registration_id = other.registration_id and (
      found.credit_finding_id = ${findingOfCredit} or is_decided and exists (
        select from credit_counts where credit_counts.credit_finding_id = found.credit_finding_id))
    order by found.credit_finding_id desc limit 1
  ) found on true`

async function intervalsByRegistration(db: Db, rows: readonly Credited[]): Promise<Map<number, Interval[]>> {
  if (rows.length === 0) return new Map()
  const slots = await findSlotHours(
    db,
    rows.map(({ eventSlotId }) => eventSlotId),
  )
  return new Map(
    rows.map((row) => [row.registrationId, creditedIntervals(row, slots.get(row.eventSlotId)?.agenda ?? [])]),
  )
}

/** A standing credit with the finding that explains it, if any. */
interface Credited extends Elsewhere {
  byDay: DayHours[] | null
  eventSlotId: number
  isDecided: boolean
  finding: StoredFinding | null
  input: StoredEvidence | null
}

/** Returns the taught times of credited hours. Manual hours are hours of their days, earned ones first. */
function creditedIntervals(
  { byDay, isDecided, finding, input, hours }: Credited,
  planned: readonly AgendaHour[],
): Interval[] {
  const known = finding && input ? hoursOfFinding(finding, input) : []
  const begins = new Set(known.map((hour) => beginOf(hour).getTime()))
  const others = planned
    .filter((hour) => !begins.has(beginOf(hour).getTime()))
    .map((hour) => ({ ...hour, isEarned: false }))
  const all = [...known, ...others].sort(
    (a, b) => Number(b.isEarned) - Number(a.isEarned) || beginOf(a).getTime() - beginOf(b).getTime(),
  )
  const isOnDay = ({ on }: { on: PlainDate }) => !byDay || byDay.some((day) => day.on === on)
  if (!isDecided) return intervalsOf(all.filter((hour) => hour.isEarned && isOnDay(hour)))
  const days = byDay ?? [{ on: null, hours }]
  return days.flatMap((day) => {
    let left = day.hours * 60
    return intervalsOf(
      all.filter((hour) => {
        if (left <= 0 || (day.on !== null && hour.on !== day.on)) return false
        left -= hour.value
        return true
      }),
    )
  })
}

function intervalsOf(hours: readonly AgendaHour[]): Interval[] {
  return hours.flatMap(({ pieces }) => pieces.map(({ startAt, endAt }) => [startAt, endAt] as const))
}

/** Returns a finding's hours with their taught times. */
function hoursOfFinding(
  finding: Finding | StoredFinding,
  input: StoredEvidence,
): (AgendaHour & { isEarned: boolean })[] {
  const earned = new Set(
    finding.agenda
      .filter(({ code, counts }) => counts ?? (code.startsWith('earned') || code === 'counted'))
      .map(
        ({ startAt, eventSlotId }) =>
          `${eventSlotId ?? null} ${new Date(startAt as string | Date).getTime()}`,
      ),
  )
  return agendasOfInput(input).flatMap(({ eventSlotId, agenda }) =>
    agenda.map((hour) => ({
      ...hour,
      isEarned: earned.has(`${eventSlotId} ${beginOf(hour).getTime()}`),
    })),
  )
}
