import { sql } from 'kysely'
import * as z from 'zod/mini'
import { subjectOfRegistration } from '#contract/attendance-decisions/subjects.ts'
import { registrationWaits, type WaitFacts, type WaitKind } from '#contract/credit-findings/calls.ts'
import { Finding } from '#contract/credits/findings.ts'
import { nextCredit } from '#contract/credits/standing-credit.ts'
import { isOpenJob } from '#server/core/jobs/queue.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Tx } from '#server/services.ts'
import { findSlot, type Slot } from '#server/slots/queries.ts'
import type { Work } from '#server/work.ts'
import { type Anomaly, fewerPeople, missedHours, timesOff } from './credit-finding-anomalies.ts'
import { countEverybody } from './credit-finding-count.ts'
import type { Counted } from './credit-finding-counting.ts'
import type { SlotPerson, WaitingRows } from './credit-finding-evidence.ts'
import type { findSlotReports, SlotFacts } from './credit-finding-facts.ts'
import { findLedgers, type LedgerFacts } from './credit-finding-ledgers.ts'

/**
 * Counts the hours of everybody at a slot, by its reports as they are now. Stores findings that are new, which of them is current, and
 * what waits for an administrator. Credits nothing; the event's automation follows. May run twice: the same evidence changes nothing.
 */
export async function countSlot(work: Work, { eventSlotId }: Jobs['count-hours']): Promise<void> {
  const { tx, clock } = work
  const slot = await findSlot(tx, eventSlotId, { isLocked: true })
  // Of many jobs in a row, the last one counts.
  if (!slot || (await isOpenJob(tx, 'count-hours', { eventSlotId }))) return
  const count = await countEverybody(work, slot)
  if (!count) return
  const { facts, reports, people, waiting, counted, covered, isSettled, isSettledByHand } = count
  const { rule, agenda, decisions } = facts
  const stored = await storeFindings(work, slot, rule.creditRuleId, counted)
  const ledgers = await findLedgers(tx, slot, people)
  const hasEnded = clock() >= facts.endsAt && (reports.isAllCovered || isSettledByHand)
  const nexts = counted.map(({ registrationId, finding }) =>
    nextOf(
      { finding, ...(stored.get(registrationId) as StoredCount) },
      {
        person: count.registrations.get(registrationId) as SlotPerson,
        ledger: ledgers.get(registrationId),
        setAsideAt: setAsideAt(decisions, subjectOfRegistration(registrationId)),
        hasEnded,
      },
    ),
  )
  await replaceCounts(tx, eventSlotId, counted, stored, nexts)
  const findings = counted.filter(({ note }) => note !== 'canceled').map(({ finding }) => finding)
  await replaceWaits(work, eventSlotId, [
    ...waiting.map(waitOfRows),
    ...counted.flatMap((each, place) => waitOfPerson(each, nexts[place], ledgers)),
    ...anomaliesOf(findings, { agenda, covered, figures: rule.figures }, reports).filter(
      ({ subject }) => !setAsideAt(decisions, subject),
    ),
  ])
  await noteCount(tx, eventSlotId, facts, isSettled, clock())
  await work.addJobs('automate', [{ eventId: slot.eventId }])
}

/** Returns what is wrong with the slot. Times in another zone are the cause of all hours that most people miss. */
function anomaliesOf(
  findings: Finding[],
  hours: Parameters<typeof missedHours>[1],
  { rows, firstReport, peopleByDay }: Awaited<ReturnType<typeof findSlotReports>>,
): Anomaly[] {
  const off = timesOff(hours.covered, rows.visits, firstReport)
  return [...(off.length > 0 ? off : missedHours(findings, hours, rows.visits)), ...fewerPeople(peopleByDay)]
}

interface StoredCount {
  creditFindingId: number
  countedAt: Date
}

/** Inserts the findings that are new. Returns the current one of each registration. */
async function storeFindings(
  { tx, clock }: Work,
  { eventSlotId }: Slot,
  creditRuleId: number,
  counted: Counted[],
): Promise<Map<number, StoredCount>> {
  const known = await findStored(tx, creditRuleId, counted)
  const rows = counted
    .filter(({ registrationId }) => !known.has(registrationId))
    .map(({ registrationId, hash, finding, input }) => ({
      ...{ registrationId, hash, hours: finding.hours, minutes: finding.minutes, reason: finding.reason },
      ...{ isFinal: finding.isFinal, finding: z.encode(Finding, finding), input },
    }))
  if (rows.length > 0) {
    await sql`
      insert into credit_findings (registration_id, event_slot_id, credit_rule_id, evidence_hash, hours, minutes, reason, is_final,
        finding, input, counted_at)
      select "registrationId", ${eventSlotId}, ${creditRuleId}, decode(hash, 'hex'), hours, minutes, reason, "isFinal",
        finding, input, ${clock()}
      from jsonb_to_recordset(${JSON.stringify(rows)})
        as row ("registrationId" integer, hash text, hours integer, minutes integer, reason text, "isFinal" boolean,
          finding jsonb, input jsonb)
      on conflict do nothing`.execute(tx)
  }
  return rows.length > 0 ? findStored(tx, creditRuleId, counted) : known
}

async function findStored(
  tx: Tx,
  creditRuleId: number,
  counted: Counted[],
): Promise<Map<number, StoredCount>> {
  const { rows } = await sql<StoredCount & { registrationId: number }>`
    select registration_id, credit_finding_id, counted_at
    from unnest(${counted.map(({ registrationId }) => registrationId)}::integer[], ${counted.map(({ hash }) => hash)}::text[])
      as given (id, hash)
    join credit_findings on registration_id = id and evidence_hash = decode(hash, 'hex')
    where credit_rule_id = ${creditRuleId}`.execute(tx)
  return new Map(rows.map(({ registrationId, ...stored }) => [registrationId, stored]))
}

/** Returns what follows from a finding: 'write', 'nothing', or the reason why it waits. */
function nextOf(
  { finding, creditFindingId, countedAt }: StoredCount & { finding: Finding },
  given: {
    person: SlotPerson
    ledger: LedgerFacts | undefined
    setAsideAt: Date | undefined
    hasEnded: boolean
  },
): string {
  const { person, ledger, setAsideAt, hasEnded } = given
  // Another slot of the event, where the person was for longer, decides about their hours.
  if (setAsideAt && setAsideAt >= countedAt) return 'nothing'
  if (ledger && ledger.hoursAtOtherSlot > finding.hours) return 'nothing'
  const { isCanceled, isProfileComplete } = person
  const newest = ledger?.newestOfRule
  const next = nextCredit(ledger?.standing, finding, {
    ...{ isCanceled, isProfileComplete, hasEnded, isElsewhere: ledger?.elsewhere !== undefined },
    isUndone: newest?.creditFindingId === creditFindingId && newest.hours !== finding.hours,
  })
  return next.act === 'waits' ? next.why : next.act
}

function setAsideAt(decisions: SlotFacts['decisions'], subject: string): Date | undefined {
  const decision = decisions.get(subject)
  return decision?.act === 'set-aside' ? decision.decidedAt : undefined
}

async function replaceCounts(
  tx: Tx,
  eventSlotId: number,
  counted: Counted[],
  stored: Map<number, StoredCount>,
  nexts: string[],
): Promise<void> {
  const rows = counted.map(({ registrationId, note, subjects }, place) => ({
    ...{ registrationId, note, subjects, next: nexts[place] },
    creditFindingId: stored.get(registrationId)?.creditFindingId,
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)})
        as row ("registrationId" integer, "creditFindingId" integer, note text, subjects jsonb, next text)
    ), gone as (
      delete from credit_counts where event_slot_id = ${eventSlotId}
        and registration_id not in (select "registrationId" from given)
    )
    insert into credit_counts as kept (registration_id, event_slot_id, credit_finding_id, note, subjects, next)
    select "registrationId", ${eventSlotId}, "creditFindingId", note, subjects, next from given
    on conflict (event_slot_id, registration_id) do update
      set credit_finding_id = excluded.credit_finding_id, note = excluded.note, subjects = excluded.subjects, next = excluded.next
      where (kept.credit_finding_id, kept.note, kept.subjects, kept.next)
        is distinct from (excluded.credit_finding_id, excluded.note, excluded.subjects, excluded.next)`.execute(
    tx,
  )
}

interface NewWait {
  kind: WaitKind
  subject: string
  registrationId?: number
  candidates?: number[]
  name?: string
  email?: string | null
  about: WaitFacts
}

function waitOfRows({ waits, subject, candidates, name, email, visits, answers }: WaitingRows): NewWait {
  return {
    ...{ kind: waits, subject, candidates, name, email },
    about: { visits: visits.map(spanOf), answers: answers.length },
  }
}

function waitOfPerson(
  { registrationId, visits, finding }: Counted,
  next: string | undefined,
  ledgers: Map<number, LedgerFacts>,
): NewWait[] {
  const kind = registrationWaits.find((kind) => kind === next)
  if (!kind) return []
  const { standing, elsewhere } = ledgers.get(registrationId) ?? {}
  const hours = { before: standing?.hours ?? 0, now: finding.hours }
  return [
    {
      ...{ kind, registrationId, subject: subjectOfRegistration(registrationId) },
      about: { hours, visits: visits.map(spanOf), ...(kind === 'overlap' && elsewhere && { elsewhere }) },
    },
  ]
}

function spanOf({ joinedAt, leftAt }: { joinedAt: Date | null; leftAt: Date | null }) {
  return { from: joinedAt?.toISOString() ?? null, to: leftAt?.toISOString() ?? null }
}

/** A wait that was there before keeps its age. */
async function replaceWaits({ tx, clock }: Work, eventSlotId: number, waits: NewWait[]): Promise<void> {
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

async function noteCount(
  tx: Tx,
  eventSlotId: number,
  { rule, stated }: SlotFacts,
  isSettled: boolean,
  countedAt: Date,
): Promise<void> {
  const row = {
    ...{ creditRuleId: rule.creditRuleId, slotAgendaId: stated?.slotAgendaId ?? null, isSettled, countedAt },
  }
  await tx
    .insertInto('slotCounts')
    .values({ eventSlotId, ...row })
    .onConflict((conflict) => conflict.column('eventSlotId').doUpdateSet(row))
    .execute()
}
