import { sql } from 'kysely'
import { subjectOfRegistration } from '#contract/attendance/attendance-decisions/subjects.ts'
import { secondsOfRows } from '#contract/attendance/attendances/reports.ts'
import type { QuestionFacts, QuestionKind } from '#contract/counting/credit-findings/calls.ts'
import { registrationQuestions } from '#contract/counting/credit-findings/calls.ts'
import { slotsOfInput } from '#contract/counting/hours/findings.ts'
import type { NewEvidence } from '#contract/counting/hours/new-evidence.ts'
import { newEvidence } from '#contract/counting/hours/new-evidence.ts'
import type { StatedTotal } from '#contract/counting/hours/stated-totals.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import type { Elsewhere } from '#server/ledger/credits/credit-overlaps.ts'
import type { Db } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import type { Counted } from './credit-finding-counting.ts'
import type { WaitingRows } from './credit-finding-evidence.ts'

/** The consequence of a finding: 'write', 'nothing', or the reason why it waits, with its facts. */
export interface Next {
  next: string
  before: number
  byDayBefore?: readonly DayHours[] | null | undefined
  elsewhere: Elsewhere | undefined
}

export interface NewQuestion {
  kind: QuestionKind
  subject: string
  registrationId?: number
  candidates?: number[]
  name?: string
  email?: string | null
  about: QuestionFacts
}

/** Returns the open questions about rows without a known person. */
export function waitOfRows({
  waits,
  subject,
  candidates,
  name,
  email,
  visits,
  answers,
}: WaitingRows): NewQuestion {
  return {
    kind: waits,
    subject,
    candidates,
    name,
    email,
    about: { visits: visits.map(spanOf), answers: answers.length },
  }
}

/** Returns the open question about a registration, if any. */
export function waitOfPerson(
  { registrationId, parts, finding }: Counted,
  { next, before, byDayBefore, elsewhere }: Next,
  news: ReadonlyMap<number, NewEvidence>,
): NewQuestion[] {
  const kind = registrationQuestions.find((kind) => kind === next)
  if (!kind) return []
  const visits = parts.flatMap((part) => part.visits.map(spanOf))
  const totals = parts.flatMap((part) => part.totals)
  const isNew = news.get(registrationId)
  return [
    {
      kind,
      registrationId,
      subject: subjectOfRegistration(registrationId),
      about: {
        hours: { before, now: finding.hours },
        visits,
        ...(kind === 'overlap' && elsewhere && { elsewhere }),
        ...(kind === 'total-differs' && totalOff(totals)),
        ...(kind === 'other-days' && finding.byDay && { byDay: finding.byDay }),
        ...(kind === 'other-days' && byDayBefore && { byDayBefore: [...byDayBefore] }),
        ...(kind === 'taken-back' && isNew && { news: isNew }),
      },
    },
  ]
}

function spanOf({ joinedAt, leftAt }: { joinedAt: Date | null; leftAt: Date | null }) {
  return { from: joinedAt?.toISOString() ?? null, to: leftAt?.toISOString() ?? null }
}

/** Stores a slot's open questions. Existing ones keep their age. */
export async function replaceQuestions({ tx, clock }: Work, eventSlotId: number, waits: NewQuestion[]) {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(waits)})
        as row (kind text, subject text, "registrationId" integer, candidates jsonb, name text, email text, about jsonb)
    ), gone as (
      delete from credit_waits where event_slot_id = ${eventSlotId}
        and (kind, subject) not in (select kind, subject from given)
    )
    insert into credit_waits (event_slot_id, kind, subject, registration_id, candidates, name, email, about, since)
    select ${eventSlotId}, kind, subject, "registrationId",
      coalesce((select array_agg(id::integer) from jsonb_array_elements_text(candidates) id), '{}'),
      coalesce(name, ''), email, about, ${clock()}
    from given
    on conflict (event_slot_id, kind, subject) do update
      set candidates = excluded.candidates, name = excluded.name, email = excluded.email, about = excluded.about`.execute(
    tx,
  )
}

/** Returns the newer evidence about people whose credit was undone, by registration. */
export async function findNewEvidence(
  db: Db,
  counted: readonly Counted[],
): Promise<Map<number, NewEvidence>> {
  if (counted.length === 0) return new Map()
  const { rows } = await sql<{ registrationId: number; input: Counted['input'] }>`
    select distinct on (credits.registration_id) credits.registration_id, input
    from credits join credit_findings found
      on found.registration_id = credits.registration_id and found.person_hash = credits.person_hash
    where reversal = 'undo' and credits.registration_id = any(${counted.map(({ registrationId }) => registrationId)}::integer[])
    order by credits.registration_id, credit_id desc, found.credit_finding_id desc`.execute(db)
  const before = new Map(rows.map(({ registrationId, input }) => [registrationId, rowsOfInput(input)]))
  return new Map(
    counted.flatMap(({ registrationId, input }) => {
      const then = before.get(registrationId)
      return then ? [[registrationId, newEvidence(then, rowsOfInput(input))]] : []
    }),
  )
}

function rowsOfInput(input: Counted['input']) {
  const slots = slotsOfInput(input)
  return { visits: slots.flatMap(({ visits }) => visits), answers: slots.flatMap(({ answers }) => answers) }
}

/** Returns the stated total that differs most from its report's rows. */
function totalOff(totals: readonly StatedTotal[]): { totalMinutes: number; rowMinutes: number } | undefined {
  const [most] = totals
    .map(({ minutes, visits }) => ({
      totalMinutes: minutes,
      rowMinutes: Math.round(secondsOfRows(visits) / 60),
    }))
    .toSorted((a, b) => Math.abs(b.totalMinutes - b.rowMinutes) - Math.abs(a.totalMinutes - a.rowMinutes))
  return most
}
