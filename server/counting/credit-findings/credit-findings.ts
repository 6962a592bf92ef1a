import { sql } from 'kysely'
import * as z from 'zod/mini'
import { subjectOfRegistration } from '#contract/attendance/attendance-decisions/subjects.ts'
import { Finding } from '#contract/counting/hours/findings.ts'
import { nextCredit } from '#contract/counting/hours/next-credit.ts'
import { countsOneSlot } from '#contract/events/credit-rules/versions.ts'
import type { SlotDay } from '#contract/events/slots/times.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import type { Interval } from '#contract/ledger/credits/overlaps.ts'
import { standingCredit } from '#contract/ledger/credits/standing-credit.ts'
import type { SlotPerson } from '#server/attendance/attendance-uploads/attendance-upload-people.ts'
import { inTurns } from '#server/core/in-turns.ts'
import { findSlot, findSlotsOfEvent } from '#server/events/slots/queries.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import type { Jobs } from '#server/jobs.ts'
import { findEarlierLedgers, findLedgers } from '#server/ledger/credits/credit-ledgers.ts'
import { earnedIntervals, findOverlaps } from '#server/ledger/credits/credit-overlaps.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { findAnomalies } from './credit-finding-anomalies.ts'
import type { CountedSlot } from './credit-finding-basis.ts'
import { findEventBasis } from './credit-finding-basis.ts'
import type { Counted, MatchedSlot } from './credit-finding-counting.ts'
import { countEvent } from './credit-finding-counting.ts'
import type { StandingDecision } from './credit-finding-evidence.ts'
import type { NewQuestion, Next } from './credit-finding-new-questions.ts'
import {
  findNewEvidence,
  replaceQuestions,
  waitOfPerson,
  waitOfRows,
} from './credit-finding-new-questions.ts'
import { hasOpenCount } from './credit-finding-questions.ts'

/**
 * Counts everyone at a slot's event by its current reports. Stores changed findings, which are current, and
 * the open questions for administrators. Credits nothing; the event's automation follows. May run twice: the
 * same evidence changes nothing.
 */
export async function countSlot(work: Work, { eventSlotId }: Jobs['count-hours']) {
  const { tx, clock } = work
  const slot = await findSlot(tx, eventSlotId)
  if (!slot) return
  const slots = await findSlotsOfEvent(tx, slot.eventId, { isLocked: true })
  // Of many jobs in a row, the last one counts.
  if (await hasOpenCount(tx, slot.eventId)) return
  const basis = await findEventBasis(tx, slot.eventId, slots, clock())
  const count = await countEvent(basis)
  const stored = await storeFindings(work, count)
  const nexts = await nextsOf(work, { ...count, people: basis.people, stored })
  const news = await findNewEvidence(
    tx,
    count.counted.filter((_, place) => nexts[place]?.next === 'taken-back'),
  )
  for (const matched of count.slots) {
    const { eventSlotId } = matched.basis
    const here = count.counted.flatMap((each, place) => {
      const part = each.parts.find((part) => part.eventSlotId === eventSlotId)
      return part ? [{ each, part, next: nexts[place] as Next, isHome: each.homeId === eventSlotId }] : []
    })
    await replaceCounts(tx, eventSlotId, here, stored)
    const decided = ({ subject }: NewQuestion) => setAsideAt(matched.basis.decisions, subject)
    await replaceQuestions(work, eventSlotId, [
      ...matched.waiting.map(waitOfRows),
      ...here.flatMap(({ each, next, isHome }) => (isHome ? waitOfPerson(each, next, news) : [])),
      ...(await findAnomalies(tx, matched, count.counted)).filter((wait) => !decided(wait)),
    ])
    await noteCount(work, matched)
  }
  await work.addJobs('automate', [{ eventId: slot.eventId }])
}

type Count = { slots: MatchedSlot<CountedSlot>[]; counted: Counted[] }

interface StoredCount {
  creditFindingId: number
  countedAt: Date
}

/** Inserts the missing findings, with an activity for each person who is first found to have attended. Returns each registration's current one. */
async function storeFindings(work: Work, { slots, counted }: Count): Promise<Map<number, StoredCount>> {
  const { tx, clock } = work
  const ruleOf = new Map(slots.map(({ basis }) => [basis.eventSlotId, basis.rule.creditRuleId]))
  const rows = counted.map(({ registrationId, registeredId, homeId, hash, personHash, finding, input }) => ({
    registrationId,
    eventSlotId: homeId,
    ruleId: ruleOf.get(registeredId) ?? ruleOf.get(homeId),
    hash,
    personHash,
    hours: finding.hours,
    minutes: finding.minutes,
    reason: finding.reason,
    isFinal: finding.isFinal,
    finding,
    input,
  }))
  const known = await findStored(tx, rows)
  let texts: string[] = []
  const fresh = rows.filter(({ registrationId }) => !known.has(registrationId))
  if (fresh.length === 0) return known
  const hasAttended = await findAttended(
    tx,
    fresh.map(({ registrationId }) => registrationId),
  )
  for await (const row of inTurns(fresh)) {
    texts.push(JSON.stringify({ ...row, finding: z.encode(Finding, row.finding) }))
    if (texts.length < mostAtOnce) continue
    await insertFindings(tx, texts, clock())
    texts = []
  }
  await insertFindings(tx, texts, clock())
  const found = fresh.filter(({ minutes, registrationId }) => minutes > 0 && !hasAttended.has(registrationId))
  await happened(
    work,
    found.map(({ registrationId, minutes }) => ({
      activity: 'attended',
      registrationId,
      details: { item: `${minutes} minutes of instruction` },
    })),
  )
  return findStored(tx, rows)
}

/** Returns the registrations of which a finding has minutes. */
async function findAttended(tx: Tx, registrationIds: number[]): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('creditFindings')
    .select('registrationId')
    .distinct()
    .where('registrationId', '=', sql<number>`any(${registrationIds}::int[])`)
    .where('minutes', '>', 0)
    .execute()
  return new Set(rows.map(({ registrationId }) => registrationId))
}

/** One statement for all findings of a large slot would have many megabytes. */
const mostAtOnce = 200

/** Inserts findings, each a row in JSON. */
async function insertFindings(tx: Tx, texts: readonly string[], countedAt: Date) {
  await sql`
    insert into credit_findings (registration_id, event_slot_id, credit_rule_id, evidence_hash, person_hash, hours, minutes, reason,
      is_final, finding, input, counted_at)
    select "registrationId", "eventSlotId", "ruleId", decode(hash, 'hex'), decode("personHash", 'hex'), hours, minutes, reason,
      "isFinal", finding, input, ${countedAt}
    from jsonb_to_recordset(${`[${texts.join()}]`})
      as row ("registrationId" integer, "eventSlotId" integer, "ruleId" integer, hash text, "personHash" text, hours integer,
        minutes integer, reason text, "isFinal" boolean, finding jsonb, input jsonb)
    on conflict do nothing`.execute(tx)
}

async function findStored(
  tx: Tx,
  counted: { registrationId: number; ruleId: number | undefined; hash: string }[],
): Promise<Map<number, StoredCount>> {
  const { rows } = await sql<StoredCount & { registrationId: number }>`
    select registration_id, credit_finding_id, counted_at
    from unnest(${counted.map(({ registrationId }) => registrationId)}::integer[], ${counted.map(({ ruleId }) => ruleId)}::integer[],
      ${counted.map(({ hash }) => hash)}::text[]) as given (id, rule_id, hash)
    join credit_findings on registration_id = id and credit_rule_id = rule_id and evidence_hash = decode(hash, 'hex')`.execute(
    tx,
  )
  return new Map(rows.map(({ registrationId, ...stored }) => [registrationId, stored]))
}

async function nextsOf(
  { tx, clock }: Work,
  {
    slots,
    counted,
    people,
    stored,
  }: Count & { people: readonly SlotPerson[]; stored: Map<number, StoredCount> },
): Promise<Next[]> {
  const registrations = new Map(people.map((person) => [person.registrationId, person]))
  const bySlot = new Map(
    slots.map((slot) => [slot.basis.eventSlotId, { ...slot, days: slotDays(slot.basis.time) }]),
  )
  const ids = counted.map(({ registrationId }) => registrationId)
  const [ledgers, earlier] = [await findLedgers(tx, ids), await findEarlierLedgers(tx, ids)]
  const earned = new Map<number, Interval[]>()
  for await (const { registrationId, finding, input } of inTurns(counted)) {
    if (finding.hours > 0) earned.set(registrationId, earnedIntervals(finding, input))
  }
  const overlaps = await findOverlaps(tx, earned)
  return counted.map((each) => {
    const { registrationId, finding, personHash, isTotalOff, isTimeMissing } = each
    const ledger = ledgers.get(registrationId) ?? []
    const elsewhere = overlaps.get(registrationId)
    const standing = standingCredit(ledger)
    const [before, byDayBefore] = [standing?.hours ?? 0, standing?.byDay]
    const { isCanceled, isProfileComplete } = registrations.get(registrationId) as SlotPerson
    const decidedAt = newestSetAside(slots, subjectOfRegistration(registrationId))
    const { countedAt } = stored.get(registrationId) as StoredCount
    if (decidedAt && decidedAt >= countedAt) return { next: 'nothing', before, elsewhere }
    const next = nextCredit(ledger, finding, {
      isCanceled,
      isProfileComplete,
      isTotalOff,
      isTimeMissing,
      earlier: earlier.get(registrationId),
      evidence: personHash,
      isElsewhere: elsewhere !== undefined,
      hasEnded: hasEnded(each, bySlot, clock()),
    })
    return { next: next.act === 'waits' ? next.why : next.act, before, byDayBefore, elsewhere }
  })
}

/** Returns true if the days with hours have ended. If one slot alone counts, all of its days must have, each with a report. */
function hasEnded(
  { finding, homeId }: Counted,
  slots: ReadonlyMap<number, MatchedSlot<CountedSlot> & { days: SlotDay[] }>,
  now: Date,
) {
  const home = slots.get(homeId)
  if (home && countsOneSlot(home.basis.figures)) {
    const isWhole = home.covered.length === home.days.length
    return now >= home.basis.endsAt && (isWhole || home.basis.isSettledByHand)
  }
  return finding.agenda
    .filter(({ counts }) => counts)
    .every(({ eventSlotId, on }) => {
      const day = slots.get(eventSlotId ?? homeId)?.days.find((day) => day.on === on)
      return !day || now >= day.endAt
    })
}

function newestSetAside(slots: readonly MatchedSlot<CountedSlot>[], subject: string): Date | undefined {
  const decided = slots.flatMap(({ basis }) => setAsideAt(basis.decisions, subject) ?? [])
  return decided.sort((a, b) => b.getTime() - a.getTime())[0]
}

function setAsideAt(decisions: ReadonlyMap<string, StandingDecision>, subject: string): Date | undefined {
  const decision = decisions.get(subject)
  return decision?.act === 'set-aside' ? decision.decidedAt : undefined
}

type CountedHere = { each: Counted; part: Counted['parts'][number]; next: Next; isHome: boolean }

async function replaceCounts(
  tx: Tx,
  eventSlotId: number,
  here: readonly CountedHere[],
  stored: Map<number, StoredCount>,
) {
  const rows = here.map(({ each: { registrationId }, part: { note, subjects }, next, isHome }) => ({
    // Only one of the slots shows what follows.
    registrationId,
    note,
    subjects,
    next: isHome ? next.next : 'nothing',
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

/** Records the count of a slot that has reports, or had some at an earlier count. */
async function noteCount(
  { tx, clock }: Work,
  { basis: { eventSlotId, rule, stated, reports }, isSettled }: MatchedSlot<CountedSlot>,
) {
  const row = {
    creditRuleId: rule.creditRuleId,
    slotAgendaId: stated?.slotAgendaId ?? null,
    isSettled,
    countedAt: clock(),
  }
  if (reports.length === 0) {
    await tx.updateTable('slotCounts').set(row).where('eventSlotId', '=', eventSlotId).execute()
    return
  }
  await tx
    .insertInto('slotCounts')
    .values({ eventSlotId, ...row })
    .onConflict((conflict) => conflict.column('eventSlotId').doUpdateSet(row))
    .execute()
}
