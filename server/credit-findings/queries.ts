import { sql } from 'kysely'
import * as z from 'zod/mini'
import { certificateLink } from '#contract/certificates/calls.ts'
import { sum } from '#contract/core/numbers.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type {
  CountedPerson,
  nexts,
  RegistrationFinding,
  SlotFindings,
} from '#contract/credit-findings/calls.ts'
import { ruleName } from '#contract/credit-rules/names.ts'
import { explain, explainShortly } from '#contract/credits/explain.ts'
import { Finding, type StoredFinding } from '#contract/credits/findings.ts'
import type { AgendaHour } from '#contract/slots/agendas.ts'
import { agendaDays } from '#contract/slots/agendas.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db, Services } from '#server/services.ts'
import { getSlot } from '#server/slots/queries.ts'
import { nameOfUser } from '#server/users/queries.ts'
import { findJoinOpenings } from '#server/webinars/queries.ts'
import { findSlotFacts } from './credit-finding-facts.ts'
import { readInput } from './credit-finding-input.ts'
import { findWaits, isCounted } from './credit-finding-waits.ts'

/** Returns who gets which hours for a slot by its last count, and what waits. Refuses with SLOT_NOT_FOUND. */
export async function findSlotFindings(db: Db, eventSlotId: number): Promise<SlotFindings> {
  const found = await getSlot(db, eventSlotId)
  const { eventId, eventName, startOn, endOn, startTime, endTime } = found
  const [facts, count, jobs] = await Promise.all([
    findSlotFacts(db, found),
    db
      .selectFrom('slotCounts')
      .select(['countedAt', 'isSettled'])
      .where('eventSlotId', '=', eventSlotId)
      .executeTakeFirst(),
    db
      .selectFrom('eventSlots')
      .select(isCounted.as('isCounted'))
      .where('eventSlotId', '=', eventSlotId)
      .executeTakeFirst(),
  ])
  // After the time of the count, so that what an older count left does not seem to be newer.
  const waits = await findWaits(db, sql`credit_waits.event_slot_id = ${eventSlotId}`)
  const counted = await findCounted(db, eventSlotId)
  const { creditRuleId: ruleId, name, figures } = facts.rule
  return {
    ...{ eventId, eventName, slot: { startOn, endOn, startTime, endTime } },
    countedAt: count?.countedAt ?? null,
    isCounting: jobs?.isCounted === false,
    isSettled: count?.isSettled ?? false,
    settlesAt: facts.settlesAt,
    rule: { ruleId, name, figures },
    creditHours: Math.min(figures.mostHours, Math.floor(sum(facts.agenda.map(({ value }) => value)) / 60)),
    agenda: facts.agenda.map((hour, index) => {
      const ofHour = counted.map(({ agenda }) => hourAt(agenda, facts.agenda, index))
      return {
        ...hour,
        earned: ofHour.filter((each) => each?.code.startsWith('earned')).length,
        present: ofHour.filter((each) => each && each.minutes > 0).length,
      }
    }),
    statedBecause: facts.stated?.reason ?? null,
    people: counted.map(({ agenda, found, ...person }) => ({
      ...person,
      found: { ...found, why: explainShortly({ ...found, agenda }) },
      codes: facts.agenda.map((_, index) => hourAt(agenda, facts.agenda, index)?.code ?? 'no-report'),
      shortBy: shortBy(agenda),
    })),
    waits,
  }
}

type StoredHour = Omit<StoredFinding['agenda'][number], 'on'> & { on: PlainDate }

/** Returns what was found about an hour of the slot's agenda. A finding has only the days with a report. */
function hourAt(
  found: readonly StoredHour[],
  agenda: readonly AgendaHour[],
  index: number,
): StoredHour | undefined {
  const on = agenda[index]?.on
  const place = index - agenda.findIndex((hour) => hour.on === on)
  return found.filter((hour) => hour.on === on)[place]
}

/** Returns what the closest missing hour lacks: minutes, or answers. */
function shortBy(agenda: readonly StoredHour[]): number | null {
  const lacks = agenda.flatMap(({ code, minutes, neededMinutes, polls }) => {
    if (code === 'too-short' || code === 'not-there') return [Math.max(0, (neededMinutes ?? 0) - minutes)]
    return code === 'poll-missing' && polls ? [polls.needed - polls.answered] : []
  })
  return lacks.length > 0 ? Math.min(...lacks) : null
}

async function findCounted(db: Db, eventSlotId: number) {
  const rows = await db
    .selectFrom('creditCounts as count')
    .innerJoin('creditFindings as finding', 'finding.creditFindingId', 'count.creditFindingId')
    .innerJoin('registrations as held', 'held.registrationId', 'count.registrationId')
    .innerJoin('users', 'users.userId', 'held.userId')
    .select(['count.registrationId', 'users.userId', 'users.email', nameOfUser.as('name')])
    .leftJoinLateral(
      sql<{ isDecided: boolean; decidedBy: string | null }>`standing_credit(held.registration_id)`.as(
        'standing',
      ),
      (join) => join.onTrue(),
    )
    .leftJoin('users as decider', (join) =>
      join.onRef('decider.userId', '=', 'standing.decidedBy').on('standing.isDecided', '=', true),
    )
    .select((row) => row.fn.coalesce('standing.isDecided', sql.lit(false)).as('isDecided'))
    .select(
      sql<
        string | null
      >`coalesce(nullif(trim(decider.first_name || ' ' || decider.last_name), ''), decider.email)`.as(
        'decidedBy',
      ),
    )
    .select(['held.version', 'held.hours'])
    .select(['finding.creditFindingId as findingId', 'finding.hours as foundHours', 'finding.minutes'])
    .select(['finding.reason', 'note', 'next'])
    .select(sql<number>`(finding.finding->>'possibleHours')::integer`.as('possibleHours'))
    .select(sql<StoredHour[]>`finding.finding->'agenda'`.as('agenda'))
    .where('count.eventSlotId', '=', eventSlotId)
    .orderBy(sql`lower(users.last_name || ' ' || users.first_name)`)
    .orderBy('count.registrationId')
    .execute()
  return rows.map(({ foundHours, possibleHours, minutes, reason, next, ...row }) => ({
    ...row,
    found: { hours: foundHours, possibleHours, minutes, reason: reason as CountedPerson['found']['reason'] },
    // Hours that were set since the count are not to be credited again.
    next:
      next === 'write' && (row.isDecided || row.hours === foundHours)
        ? 'nothing'
        : (next as (typeof nexts)[number]),
  }))
}

/** Returns why a registration gets its hours at a slot. Refuses with REGISTRATION_NOT_FOUND if it was not counted there. */
export async function findRegistrationFinding(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { eventSlotId, registrationId }: { eventSlotId: number; registrationId: number },
): Promise<RegistrationFinding> {
  const row = await db
    .selectFrom('creditCounts as count')
    .innerJoin('creditFindings as found', 'found.creditFindingId', 'count.creditFindingId')
    .innerJoin('creditRules as rule', 'rule.creditRuleId', 'found.creditRuleId')
    .innerJoin('registrations as held', 'held.registrationId', 'count.registrationId')
    .select(['finding', 'input', 'subjects', 'season', 'rule.version', 'figures', 'certificateCode'])
    .where('count.eventSlotId', '=', eventSlotId)
    .where('count.registrationId', '=', registrationId)
    .executeTakeFirst()
  if (!row) throw new Refusal('REGISTRATION_NOT_FOUND')
  const finding = z.decode(Finding, row.finding)
  const { visits, answers, agenda } = readInput(row.input)
  const [crowd, ledger, openings] = await Promise.all([
    findCrowd(db, eventSlotId, agenda),
    findLedger(db, registrationId),
    findJoinOpenings(db, registrationId),
  ])
  return {
    ...{ finding, rule: ruleName(row), sentences: explain(finding), visits, answers, crowd, ledger },
    certificateLink: certificateLink(config.publicUrl, row.certificateCode),
    openings: openings.map(({ openedAt }) => openedAt),
    subjects: row.subjects,
  }
}

const minuteMs = 60_000

/** Counts the people who were there in the middle of each minute, on each day from its first taught minute to its last. */
async function findCrowd(
  db: Db,
  eventSlotId: number,
  agenda: AgendaHour[],
): Promise<RegistrationFinding['crowd']> {
  const { rows } = await sql<{ registrationId: number; joinedAt: number; leftAt: number }>`
    select credit_counts.registration_id,
      extract(epoch from (v->>'joinedAt')::timestamptz)::float * 1000 as joined_at,
      extract(epoch from (v->>'leftAt')::timestamptz)::float * 1000 as left_at
    from credit_counts join credit_findings using (credit_finding_id), jsonb_array_elements(input->'visits') v
    where credit_counts.event_slot_id = ${eventSlotId} and v->>'role' <> 'host' and not (v->>'isWaiting')::boolean
      and v->>'joinedAt' < v->>'leftAt'`.execute(db)
  const visits = [...Map.groupBy(rows, ({ registrationId }) => registrationId).values()]
  return agendaDays(agenda).map(({ startAt, endAt }) => ({
    startAt: new Date(Math.floor(startAt.getTime() / minuteMs) * minuteMs),
    present: Array.from(
      { length: Math.floor((endAt.getTime() - startAt.getTime()) / minuteMs) },
      (_, minute) => {
        const at = startAt.getTime() + (minute + 0.5) * minuteMs
        const isThere = (visit: (typeof rows)[number]) => visit.joinedAt <= at && visit.leftAt > at
        return visits.filter((ofPerson) => ofPerson.some(isThere)).length
      },
    ),
  }))
}

function findLedger(db: Db, registrationId: number): Promise<RegistrationFinding['ledger']> {
  return db
    .selectFrom('credits')
    .leftJoin('users', 'users.userId', 'decidedBy')
    .select([
      'act',
      'source',
      'ruleVersion as rule',
      'reason',
      'decidedAt',
      sql<number>`minutes / 60`.as('hours'),
    ])
    .select(sql<string | null>`coalesce(nullif(${nameOfUser}, ''), users.email)`.as('decidedBy'))
    .where('registrationId', '=', registrationId)
    .orderBy('creditId')
    .execute()
}
