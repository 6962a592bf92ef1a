import { sql } from 'kysely'
import * as z from 'zod/mini'
import { sum } from '#contract/core/numbers.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { certificateLink } from '#contract/counting/certificates/calls.ts'
import type {
  CountedPerson,
  nexts,
  RegistrationFinding,
  SlotFindings,
} from '#contract/counting/credit-findings/calls.ts'
import { byCourseHour } from '#contract/counting/hours/course-hours.ts'
import { explain, explainShortly } from '#contract/counting/hours/explain.ts'
import type { StoredFinding } from '#contract/counting/hours/findings.ts'
import { bestHour, Finding, slotsOfInput } from '#contract/counting/hours/findings.ts'
import { ruleName } from '#contract/events/credit-rules/names.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { agendaDays, beginOf } from '#contract/events/slots/agendas.ts'
import { takenBack } from '#contract/ledger/credits/standing-credit.ts'
import { refusing } from '#server/core/http/refusal.ts'
import { getSlot, isSlotInPerson } from '#server/events/slots/queries.ts'
import { getSlotHours } from '#server/events/slots/slot-hours.ts'
import { nameOfUser, nameOrEmailOf } from '#server/people/users/queries.ts'
import type { Db, Services } from '#server/services.ts'
import { findJoinOpenings } from '#server/webinars/webinars/queries.ts'
import { settlingOf } from './credit-finding-basis.ts'
import { findQuestions, isCounted } from './credit-finding-questions.ts'

/** Returns who gets which hours for a slot by its last count, and its open questions. Refuses with SLOT_NOT_FOUND. */
export async function findSlotFindings(db: Db, eventSlotId: number): Promise<SlotFindings> {
  const found = await getSlot(db, eventSlotId)
  const { eventId, eventName, startOn, endOn, startTime, endTime } = found
  const [facts, isInPerson, count, jobs] = await Promise.all([
    getSlotHours(db, eventSlotId),
    isSlotInPerson(db, found),
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
  // Read after the count's time, so that an older count's questions don't seem newer.
  const waits = await findQuestions(db, sql`credit_waits.event_slot_id = ${eventSlotId}`)
  const counted = await findCounted(db, eventSlotId)
  const { creditRuleId: ruleId, name, figures } = facts.rule
  return {
    eventId,
    eventName,
    slot: { startOn, endOn, startTime, endTime },
    isInPerson,
    countedAt: count?.countedAt ?? null,
    isCounting: jobs?.isCounted === false,
    isSettled: count?.isSettled ?? false,
    settlesAt: settlingOf(found).settlesAt,
    rule: { ruleId, name, figures },
    creditHours: Math.min(figures.mostHours, Math.floor(sum(facts.agenda.map(({ value }) => value)) / 60)),
    agenda: facts.agenda.map((hour) => {
      const ofHour = counted.map(({ agenda }) => hourAt(agenda, hour))
      return {
        ...hour,
        earned: ofHour.filter((each) => each?.code.startsWith('earned')).length,
        present: ofHour.filter((each) => each && each.minutes > 0).length,
      }
    }),
    statedBecause: facts.stated?.reason ?? null,
    people: counted.map(({ agenda, course, found, ...person }) => ({
      ...person,
      found: { ...found, why: explainShortly({ ...found, agenda: course }) },
      codes: facts.agenda.map((hour) => hourAt(agenda, hour)?.code ?? 'no-report'),
      shortBy: shortBy(course),
    })),
    waits,
  }
}

type StoredHour = Omit<StoredFinding['agenda'][number], 'on'> & { on: PlainDate }

/** Returns the finding about an hour of the slot. */
function hourAt(found: readonly StoredHour[], hour: AgendaHour): StoredHour | undefined {
  const begin = beginOf(hour).toISOString()
  return found.find(({ startAt }) => startAt === begin)
}

/** Returns each course hour once, where it counts or is best. */
function courseOf<Hour extends StoredHour>(agenda: readonly Hour[]): Hour[] {
  return byCourseHour(agenda).map((ofHour) => bestHour(ofHour))
}

/** Returns what the nearest missing hour lacks: minutes, or answers. */
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
    .select(nameOrEmailOf('decider').as('decidedBy'))
    .select(['held.version', 'held.hours'])
    .select(['finding.creditFindingId as findingId', 'finding.hours as foundHours', 'finding.minutes'])
    .select(['finding.reason', 'note', 'next'])
    .select(sql<number>`(finding.finding->>'possibleHours')::integer`.as('possibleHours'))
    .select(['finding.eventSlotId as countedId', sql<StoredHour[]>`finding.finding->'agenda'`.as('agenda')])
    .where('count.eventSlotId', '=', eventSlotId)
    .orderBy(sql`lower(users.last_name || ' ' || users.first_name)`)
    .orderBy('count.registrationId')
    .execute()
  return rows.map(({ foundHours, possibleHours, minutes, reason, next, countedId, agenda, ...row }) => ({
    ...row,
    agenda: agenda.filter((hour) => (hour.eventSlotId ?? countedId) === eventSlotId),
    course: courseOf(agenda),
    found: { hours: foundHours, possibleHours, minutes, reason: reason as CountedPerson['found']['reason'] },
    // Until the next count: a person whose hours changed since the last one must not be credited again.
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
    .select(['found.eventSlotId as countedId', 'held.eventSlotId as registeredId'])
    .where('count.eventSlotId', '=', eventSlotId)
    .where('count.registrationId', '=', registrationId)
    .executeTakeFirstOrThrow(refusing('REGISTRATION_NOT_FOUND'))
  const finding = z.decode(Finding, row.finding)
  const here = slotsOfInput(row.input).find((part) => (part.eventSlotId ?? row.countedId) === eventSlotId)
  const { visits = [], answers = [], agenda = [] } = here ?? {}
  const listed = new Set(finding.agenda.map((hour) => hour.eventSlotId ?? row.countedId))
  const [slots, crowd, ledger, openings] = await Promise.all([
    findListedSlots(db, [...listed], row.registeredId),
    findCrowd(db, eventSlotId, agenda),
    findLedger(db, registrationId),
    findJoinOpenings(db, registrationId),
  ])
  return {
    finding,
    rule: ruleName(row),
    sentences: explain(finding, 'they'),
    visits,
    answers,
    crowd,
    ledger: ledger.map(({ reversal: _, evidence: __, ...entry }) => entry),
    slots,
    takenBack: lastTakenBack(ledger),
    certificateLink: certificateLink(config.publicUrl, row.certificateCode),
    openings: openings.map(({ openedAt }) => openedAt),
    subjects: row.subjects,
  }
}

/** Returns slots with their times, in order of time. */
async function findListedSlots(
  db: Db,
  slotIds: readonly number[],
  registeredId: number,
): Promise<RegistrationFinding['slots']> {
  const rows = await db
    .selectFrom('eventSlots')
    .select(['eventSlotId', 'startOn', 'endOn', 'startTime', 'endTime'])
    .where(sql<boolean>`event_slot_id = any(${[...slotIds]}::integer[])`)
    .orderBy('startOn')
    .orderBy('startTime')
    .orderBy('eventSlotId')
    .execute()
  return rows.map(({ eventSlotId, ...slot }) => ({
    eventSlotId,
    slot,
    isRegistered: eventSlotId === registeredId,
  }))
}

const minuteMs = 60_000

/** Counts the people present in the middle of each minute, on each day from its first taught minute to its last. */
async function findCrowd(
  db: Db,
  eventSlotId: number,
  agenda: AgendaHour[],
): Promise<RegistrationFinding['crowd']> {
  const { rows } = await sql<{ registrationId: number; joinedAt: number; leftAt: number }>`
    select credit_counts.registration_id,
      extract(epoch from (v->>'joinedAt')::timestamptz)::float * 1000 as joined_at,
      extract(epoch from (v->>'leftAt')::timestamptz)::float * 1000 as left_at
    from credit_counts join credit_findings using (credit_finding_id)
    left join lateral jsonb_path_query(input, '$.slots[*] ? (@.eventSlotId == $slot)', jsonb_build_object('slot', ${eventSlotId}::int)) part
      on true, jsonb_array_elements(coalesce(part, input)->'visits') v
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

/** Returns a ledger's last undo if it keeps the rule from crediting the registration. */
function lastTakenBack(ledger: Awaited<ReturnType<typeof findLedger>>): RegistrationFinding['takenBack'] {
  const last =
    takenBack(ledger) && ledger.findLast(({ act, reversal }) => act === 'set' && reversal === 'undo')
  return last ? { takenBackAt: last.decidedAt, takenBackBy: last.decidedBy, reason: last.reason } : null
}

function findLedger(db: Db, registrationId: number) {
  return db
    .selectFrom('credits')
    .leftJoin('users', 'users.userId', 'decidedBy')
    .select([
      'act',
      'source',
      'ruleVersion as rule',
      'byDay',
      'reason',
      'decidedAt',
      'reversal',
      sql<string | null>`encode(person_hash, 'hex')`.as('evidence'),
      sql<number>`minutes / 60`.as('hours'),
    ])
    .select(nameOrEmailOf().as('decidedBy'))
    .where('registrationId', '=', registrationId)
    .orderBy('creditId')
    .execute()
}
