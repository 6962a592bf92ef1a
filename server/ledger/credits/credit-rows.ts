import { sql } from 'kysely'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import type { CreditSource } from '#contract/ledger/credits/rules.ts'
import { isProfileComplete } from '#contract/people/users/profiles.ts'
import { hasCompleteProvider } from '#server/foundation/training-providers/queries.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { ruleHours } from './queries.ts'

export interface Decision {
  registrationId: number
  /** Whole hours; 0 withdraws a credit. */
  hours: number
  source: CreditSource
  /** For manual hours: their days; by default as `daysByHand` spreads them. For a reversal: the earlier days. */
  byDay?: readonly DayHours[] | undefined
  /** For manual hours: an administrator confirmed that they are unusual. */
  isConfirmed?: boolean | undefined
  /** For the rule's hours: their finding. For a reversal: the undone finding. */
  findingId?: number | undefined
  /** Restores the hours before another row, or reverts an undo. */
  reversal?: 'undo' | 'redo' | undefined
  /** For a reversal: the marks of the restored hours. */
  unusual?: readonly string[] | undefined
  /** For a reversal: the evidence of the undone credit. */
  evidence?: string | null | undefined
  reason?: string | undefined
  /** false: sends no email about the correction of an emailed certificate. */
  mailsCorrection?: boolean | undefined
  /** The certificate is emailed, too. */
  mailsCertificate?: boolean | undefined
}

/** A decision's days, its marks, and the evidence. */
export interface Days {
  byDay: readonly DayHours[] | null
  unusual: readonly string[]
  evidence: string | null
}

/** A locked registration. */
export interface Facts {
  registrationId: number
  hours: number
  /** The hours that the rule gives; null without a manual credit. */
  ruleHours: number | null
  version: number
  cancelledAt: Date | null
  creditedDays: DayHours[] | null
  isProfileComplete: boolean
  isProviderComplete: boolean
}

type Row = Omit<Facts, 'isProfileComplete' | 'isProviderComplete'> & Parameters<typeof isProfileComplete>[0]

/**
 * Locks the registrations and then their people in order, so that two transactions can't deadlock. Reads in a
 * second statement, which sees commits during the wait.
 */
export async function lockFacts(tx: Tx, registrationIds: number[]): Promise<Map<number, Facts>> {
  await sql`
    select from registrations where registration_id = any(${registrationIds}::integer[])
    order by registration_id for no key update`.execute(tx)
  // Two events of one person wait for each other, so that the same minutes are credited once.
  await sql`
    select from users where user_id in (select user_id from registrations where registration_id = any(${registrationIds}::integer[]))
    order by user_id for no key update`.execute(tx)
  const { rows } = await sql<Row>`
    select registration_id, hours, credited_days, held.version, cancelled_at, ${ruleHours(sql.ref('held.registrationId'))} as rule_hours,
      first_name, last_name, country, state, zip, company_name
    from registrations held join users using (user_id)
    where registration_id = any(${registrationIds}::integer[])`.execute(tx)
  const isProviderComplete = await hasCompleteProvider(tx)
  return new Map(
    rows.map((row) => [
      row.registrationId,
      { ...row, isProfileComplete: isProfileComplete(row), isProviderComplete },
    ]),
  )
}

/** Returns the inserted rows in the decisions' order, each with the rule that gave the hours. */
export async function insertCredits(
  { tx, actingUserId, clock }: Work,
  decisions: (Omit<Decision, keyof Days> & Days & { act?: 'set' | 'release' })[],
): Promise<(Inserted | undefined)[]> {
  if (decisions.length === 0) return []
  const rows = decisions.map(({ registrationId, act = 'set', hours, source, findingId, ...more }) => {
    const { reason = '', mailsCorrection = true, byDay, unusual, evidence, reversal } = more
    return {
      registrationId,
      act,
      minutes: hours * 60,
      source,
      findingId,
      reason,
      mailsCorrection,
      byDay,
      unusual,
      evidence,
      reversal,
    }
  })
  const { rows: inserted } = await sql<Inserted>`
    insert into credits (registration_id, act, minutes, source, credit_finding_id, rule_version, reason, mails_correction, decided_by,
      decided_at, by_day, unusual, person_hash, reversal)
    select row."registrationId", act, row.minutes, source, "findingId",
      case when row.minutes = found.hours * 60 and reversal is distinct from 'undo' then figures->>'code' || '/' || season || '.' || version end,
      row.reason, "mailsCorrection", ${actingUserId ?? null}, ${clock()}, "byDay",
      coalesce((select array_agg(mark) from jsonb_array_elements_text(unusual) mark), '{}'), decode(evidence, 'hex'), reversal
    from jsonb_to_recordset(${JSON.stringify(rows)})
      as row ("registrationId" integer, act text, minutes integer, source text, "findingId" integer, reason text, "mailsCorrection" boolean,
        "byDay" jsonb, unusual jsonb, evidence text, reversal text)
    left join credit_findings found on credit_finding_id = "findingId"
    left join credit_rules using (credit_rule_id)
    returning credit_id, registration_id, rule_version`.execute(tx)
  const byRegistration = new Map(inserted.map((row) => [row.registrationId, row]))
  return decisions.map(({ registrationId }) => byRegistration.get(registrationId))
}

interface Inserted {
  creditId: number
  registrationId: number
  ruleVersion: string | null
}

/** Counts these people's other events again, whose hours this credit may free or take. */
export async function countElsewhere(work: Work, registrationIds: readonly number[]) {
  const { rows } = await sql<{ registrationId: number }>`
    select distinct other.registration_id
    from registrations held join registrations other on other.user_id = held.user_id and other.event_id <> held.event_id
    join credit_counts on credit_counts.registration_id = other.registration_id and next in ('overlap', 'write')
    where held.registration_id = any(${[...registrationIds]}::integer[])`.execute(work.tx)
  await work.addJobs('recount', rows)
}
