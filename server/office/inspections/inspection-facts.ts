import { sql } from 'kysely'
import { ruleName } from '#contract/events/credit-rules/names.ts'
import type { InspectionScope } from '#contract/office/inspections/calls.ts'
import { findSheets } from '#server/attendance/sign-in-sheets/queries.ts'
import { findUnusualCredits } from '#server/counting/unusual-credits/queries.ts'
import { findSlotAgendas } from '#server/events/slots/slot-agendas.ts'
import { findSlotHours } from '#server/events/slots/slot-hours.ts'
import { isOfSeason } from '#server/ledger/credits/queries.ts'
import { nameOfUser, nameOrEmailOf } from '#server/people/users/queries.ts'
import type { Db } from '#server/services.ts'
import { findEarlierEmails } from './inspection-emails.ts'
import type { FindingLine } from './inspection-records.ts'

/** A pack's facts about registrations, by id, without the bytes of evidence and certificates. */
export type InspectionFacts = Awaited<ReturnType<typeof findInspectionFacts>>

/** Selects the registrations of a scope. */
function inScope({ eventId, eventSlotId, userId, season }: InspectionScope) {
  if (eventId !== undefined) return sql<boolean>`held.event_id = ${eventId}`
  if (userId !== undefined) return sql<boolean>`held.user_id = ${userId}`
  if (eventSlotId !== undefined) {
    // A person registered for another slot of the event may have been counted here.
    return sql<boolean>`(held.event_slot_id = ${eventSlotId} or exists (select from credit_counts
      where credit_counts.registration_id = held.registration_id and credit_counts.event_slot_id = ${eventSlotId}))`
  }
  return isOfSeason(season ?? 0)
}

/** Counts the registrations of a scope. */
export async function countInScope(db: Db, scope: InspectionScope): Promise<number> {
  const { rows } = await sql<{ registrations: number }>`
    select count(*)::int as registrations from registrations held join event_slots slot using (event_slot_id)
    where ${inScope(scope)}`.execute(db)
  return rows[0]?.registrations ?? 0
}

/** Returns the slots at which a scope's registrations were counted, or for which they are registered. */
export async function findSlotsInScope(db: Db, scope: InspectionScope): Promise<number[]> {
  const { rows } = await sql<{ eventSlotId: number }>`
    with scoped as (
      select registration_id, held.event_slot_id from registrations held join event_slots slot using (event_slot_id)
      where ${inScope(scope)}
    )
    select event_slot_id from event_slots where deleted_at is null and event_slot_id in (
      select event_slot_id from scoped
      union select credit_counts.event_slot_id from scoped join credit_counts using (registration_id)
      union select credit_findings.event_slot_id from scoped join credit_findings using (registration_id))
    order by 1`.execute(db)
  return rows.map(({ eventSlotId }) => eventSlotId)
}

/** Returns a scope's records. Read them in one snapshot, so that they match. */
export async function findInspectionFacts(db: Db, scope: InspectionScope) {
  const registrations = await findRegistrations(db, scope)
  const ids = registrations.map(({ registrationId }) => registrationId)
  const slotIds = await findSlotsInScope(db, scope)
  return {
    registrations,
    earlierEmails: await findEarlierEmails(db, registrations),
    slotIds,
    credits: await findCredits(db, ids),
    findings: await findFindings(db, ids),
    rules: await findRules(db, ids, slotIds),
    agendas: await findAgendas(db, slotIds),
    reports: await findEvidence(db, slotIds),
    sheets: await findSheets(db, slotIds),
    decisions: await findDecisions(db, slotIds),
    reviews: await findReviews(db, ids),
    providers: await findProviders(db, ids),
    unusual: await findUnusualCredits(db, { registrationIds: ids }),
  }
}

const ofThese = (ids: readonly number[], column = 'registration_id') =>
  sql<boolean>`${sql.ref(column)} = any(${ids}::integer[])`

async function findRegistrations(db: Db, scope: InspectionScope) {
  return db
    .selectFrom('registrations as held')
    .innerJoin('eventSlots as slot', 'slot.eventSlotId', 'held.eventSlotId')
    .innerJoin('events', 'events.eventId', 'held.eventId')
    .leftJoin('users', 'users.userId', 'held.userId')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('certificates')
          .leftJoin('certificateCredentials as signed', 'signed.certificateId', 'certificates.certificateId')
          .select([
            'serial',
            'code',
            'personName',
            'certificates.hours as certificateHours',
            'issuedAt',
            'jws',
          ])
          .whereRef('certificates.registrationId', '=', 'held.registrationId')
          .orderBy('issue', 'desc')
          .limit(1)
          .as('certificate'),
      (join) => join.onTrue(),
    )
    .select([
      'held.registrationId',
      'held.eventSlotId',
      'held.userId',
      'eventName',
      nameOfUser.as('name'),
      'users.email',
    ])
    .select(['startOn', 'endOn', 'startTime', 'endTime', 'held.registeredAt', 'cancelledAt', 'held.hours'])
    .select('held.creditedDays')
    .select(['serial', 'code', 'personName', 'certificateHours', 'issuedAt', 'jws'])
    .select((row) => row('certificateCode', 'is not', null).as('isValid'))
    .where(inScope(scope))
    .orderBy('held.registrationId')
    .execute()
}

function findCredits(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('credits')
    .leftJoin('users', 'users.userId', 'decidedBy')
    .select(['creditId', 'registrationId', 'act', 'source', sql<number>`minutes / 60`.as('hours')])
    .select(['ruleVersion as rule', 'creditFindingId as findingId', 'reason', 'decidedAt'])
    .select(nameOrEmailOf().as('decidedBy'))
    .where(ofThese(ids))
    .orderBy('creditId')
    .execute()
}

/** A finding stays the same if its person moves to another slot, so any slot of its event may name it. */
const isCurrent = sql<boolean>`exists (select from credit_counts where credit_counts.credit_finding_id = found.credit_finding_id)`

/** Returns the current findings, and all that a credit names. */
async function findFindings(db: Db, ids: readonly number[]): Promise<FindingLine[]> {
  const rows = await db
    .selectFrom('creditFindings as found')
    .innerJoin('creditRules as rule', 'rule.creditRuleId', 'found.creditRuleId')
    .select(['found.creditFindingId as findingId', 'found.registrationId', 'found.eventSlotId'])
    .select(['season', 'rule.version', 'figures', 'finding', 'input'])
    .select(isCurrent.as('isCurrent'))
    .where(ofThese(ids, 'found.registration_id'))
    .where((row) =>
      row.or([
        isCurrent,
        row.exists(
          row
            .selectFrom('credits')
            .select('creditId')
            .whereRef('credits.creditFindingId', '=', 'found.creditFindingId'),
        ),
      ]),
    )
    .orderBy('found.creditFindingId')
    .execute()
  return rows.map(({ season, version, figures, ...line }) => ({
    ...line,
    rule: ruleName({ season, version, figures }),
  }))
}

/** Returns the versions of the figures that counted these registrations and slots. */
async function findRules(db: Db, ids: readonly number[], slotIds: readonly number[]) {
  const { rows: slots } = await sql<{ eventSlotId: number }>`
    select event_slot_id from event_slots where deleted_at is null and event_id in (
      select event_id from event_slots where ${ofThese(slotIds, 'event_slot_id')})`.execute(db)
  const hours = await findSlotHours(
    db,
    slots.map(({ eventSlotId }) => eventSlotId),
  )
  const ruleIds = [...hours.values()].map(({ rule }) => rule.creditRuleId)
  const rows = await db
    .selectFrom('creditRules')
    .leftJoin('users', 'users.userId', 'madeBy')
    .select(['season', 'creditRules.version', 'isInPerson', 'figures', 'reason', 'madeAt'])
    .select(nameOrEmailOf().as('madeBy'))
    .where(
      sql<boolean>`(credit_rule_id = any(${ruleIds}::integer[]) or credit_rule_id in (
        select credit_rule_id from credit_findings where ${ofThese(ids)}
        union select credit_rule_id from slot_counts where ${ofThese(slotIds, 'event_slot_id')}))`,
    )
    .orderBy('creditRuleId')
    .execute()
  return rows.map((rule) => ({ name: ruleName(rule), ...rule }))
}

/** Returns each slot's planned hours, or every statement of its taught hours. */
async function findAgendas(db: Db, slotIds: readonly number[]) {
  const agendas = []
  for (const eventSlotId of slotIds) {
    const { eventName, slot, planned, versions } = await findSlotAgendas(db, eventSlotId)
    agendas.push({ eventSlotId, eventName, slot, planned, stated: versions })
  }
  return agendas
}

/** Returns all received reports of slots, including repeated ones. */
function findEvidence(db: Db, slotIds: readonly number[]) {
  return db
    .selectFrom('attendanceReports as report')
    .leftJoin('users', 'users.userId', 'uploadedBy')
    .select(['attendanceReportId as reportId', 'report.eventSlotId', 'origin', 'originName', 'receivedAt'])
    .select(['instance', 'timeZone', 'zoneWins', 'timesOn', 'repeatsReportId'])
    .select(sql<string>`encode(bytes_hash, 'hex')`.as('sha256'))
    .select((row) => row('file', 'is not', null).as('isFile'))
    .select(nameOrEmailOf().as('from'))
    .where(ofThese(slotIds, 'report.event_slot_id'))
    .orderBy('attendanceReportId', 'desc')
    .execute()
}

function findDecisions(db: Db, slotIds: readonly number[]) {
  return db
    .selectFrom('attendanceDecisions')
    .leftJoin('users', 'users.userId', 'decidedBy')
    .select(['attendanceDecisionId as decisionId', 'eventSlotId', 'act', 'subject', 'registrationIds'])
    .select(['fromAt', 'toAt', 'reason', 'fileName', 'decidedAt', nameOrEmailOf().as('decidedBy')])
    .select(sql<string | null>`encode(sha256(file), 'hex')`.as('sha256'))
    .where(ofThese(slotIds, 'event_slot_id'))
    .orderBy('attendanceDecisionId')
    .execute()
}

function findReviews(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('creditReviews as review')
    .leftJoin('creditReviewAnswers as answer', 'answer.creditReviewId', 'review.creditReviewId')
    .leftJoin('users', 'users.userId', 'answeredBy')
    .select(['review.creditReviewId as reviewId', 'registrationId', 'eventSlotId', 'hourNumbers'])
    .select([
      'review.words as asked',
      'askedAt',
      'fileName',
      sql<string | null>`encode(sha256(file), 'hex')`.as('sha256'),
    ])
    .select(['answer.hours', 'answer.words as answered', 'answeredAt', nameOrEmailOf().as('answeredBy')])
    .where(ofThese(ids))
    .orderBy('review.creditReviewId')
    .execute()
}

/** Returns the versions of the training provider on these registrations' certificates. */
function findProviders(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('providers')
    .select(['providerId', 'providerName', 'contact', 'signatoryName', 'signatoryTitle', 'savedAt'])
    .where(sql<boolean>`provider_id in (select provider_id from certificates where ${ofThese(ids)})`)
    .orderBy('providerId')
    .execute()
}
