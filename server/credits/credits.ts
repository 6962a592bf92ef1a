import { sql } from 'kysely'
import type { RefusalCode } from '#contract/core/refusals.ts'
import type { CreditSource } from '#contract/credits/rules.ts'
import { creditRefusal, isDecidedAlready, releaseRefusal } from '#contract/credits/rules.ts'
import { isProfileComplete } from '#contract/users/profiles.ts'
import { happened } from '#server/activities/activities.ts'
import { refuseChanged } from '#server/activities/activity-versions.ts'
import { Refusal, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/services.ts'
import { hasCompleteProvider } from '#server/training-providers/queries.ts'
import type { Work } from '#server/work.ts'
import { ruleHours } from './queries.ts'

/** A decision about hours. */
export interface Decision {
  registrationId: number
  /** Whole hours; 0 withdraws a credit. */
  hours: number
  source: CreditSource
  /** For the rule's hours: the finding that gives them. Other hours than it gives undo its credit, so that it is not proposed again. */
  findingId?: number | undefined
  reason?: string | undefined
  /** false: a person with an emailed certificate is not told. */
  mailsCorrection?: boolean | undefined
  /** The certificate is emailed, too. */
  mailsCertificate?: boolean | undefined
}

/** The result of a decision; `creditId` is undefined if the same decision stands, or a person's decision stands against the rule. */
export interface Credited {
  creditId: number | undefined
  /** The hours before, and whether a person had decided them. */
  before: number
  wasDecided: boolean
  /** The registration's new version. */
  version: number
}

/**
 * Credits hours to registrations, one decision each, in a few statements; locks them. Returns each
 * result in its place, or the refusal: REGISTRATION_NOT_FOUND, HOURS_ZERO, PROVIDER_INCOMPLETE or PROFILE_INCOMPLETE.
 */
export async function creditAll(work: Work, decisions: Decision[]): Promise<(Credited | RefusalCode)[]> {
  const facts = await lockFacts(
    work.tx,
    decisions.map(({ registrationId }) => registrationId),
  )
  const outcomes = decisions.map(({ registrationId, hours, reason }): Credited | RefusalCode => {
    const registration = facts.get(registrationId)
    if (!registration || registration.cancelledAt !== null) return 'REGISTRATION_NOT_FOUND'
    const { hours: before, version } = registration
    const wasDecided = registration.ruleHours !== null
    return creditRefusal(hours, registration, reason) ?? { creditId: undefined, before, wasDecided, version }
  })
  const isNew = (place: number) => {
    const { hours, source, reason } = decisions[place] as Decision
    const outcome = outcomes[place] as Credited | RefusalCode
    if (typeof outcome === 'string') return false
    const { before, wasDecided: isDecided } = outcome
    return source === 'attendance'
      ? !isDecided && hours !== before
      : !isDecidedAlready(hours, { hours: before, isDecided }, reason)
  }
  const places = decisions.map((_, place) => place).filter(isNew)
  const inserted = await insert(
    work,
    places.map((place) => decisions[place] as Decision),
  )
  await happened(
    work,
    places.map((place, index) => {
      const { registrationId, hours, reason = '', mailsCertificate } = decisions[place] as Decision
      const { before } = outcomes[place] as Credited
      const rule = inserted[index]?.ruleVersion ?? undefined
      const details = { minutes: hours * 60, before: before * 60, reason, rule }
      return { activity: 'credited', registrationId, details, mailsCertificate }
    }),
  )
  for (const [index, place] of places.entries()) {
    const outcome = outcomes[place] as Credited
    outcomes[place] = { ...outcome, creditId: inserted[index]?.creditId, version: outcome.version + 1 }
  }
  return outcomes
}

/** A registration as the caller has read it. */
interface Read {
  registrationId: number
  /** undefined: no version was read. */
  version?: number | undefined
}

/**
 * Credits hours to one registration. `version` is the registration's version that the caller has read, if given; returns the
 * new one. Refuses with CHANGED_MEANWHILE, or with the reason.
 */
export async function creditHours(work: Work, { version, ...decision }: Decision & Read): Promise<number> {
  const { registrationId } = decision
  await lockUnchanged(work.tx, { registrationId, version })
  const [outcome] = await creditAll(work, [decision])
  if (outcome === undefined || typeof outcome === 'string') {
    throw new Refusal(outcome ?? 'REGISTRATION_NOT_FOUND')
  }
  return outcome.version
}

/**
 * Releases a registration to the rule: what people have decided no longer counts. Returns the hours that count now, and the
 * registration's new version. Refuses with REGISTRATION_NOT_FOUND, CHANGED_MEANWHILE, NOT_DECIDED, PROVIDER_INCOMPLETE or
 * PROFILE_INCOMPLETE.
 */
export async function releaseHours(
  work: Work,
  {
    version: readVersion,
    ...release
  }: Pick<Decision, 'registrationId' | 'reason' | 'mailsCorrection'> & Read,
): Promise<{ hours: number; version: number }> {
  const { registrationId, reason = '' } = release
  const registration = await lockUnchanged(work.tx, { registrationId, version: readVersion })
  if (!registration || registration.cancelledAt !== null) throw new Refusal('REGISTRATION_NOT_FOUND')
  refuse(releaseRefusal(registration))
  const hours = registration.ruleHours ?? 0
  await insert(work, [{ ...release, hours, act: 'release', source: 'administrator' }])
  const details = { minutes: hours * 60, before: registration.hours * 60, reason }
  await happened(work, [{ activity: 'hours-released', registrationId, details }])
  return { hours, version: registration.version + 1 }
}

/**
 * Gives a registration the hours from before a change. If no person had decided them, the registration is released to the rule; a credit
 * of the rule is followed by another one.
 */
export async function putBackHours(
  work: Work,
  { wasDecided = true, ...decision }: Decision & { wasDecided?: boolean | undefined },
): Promise<void> {
  const isSet = wasDecided || decision.source === 'attendance'
  await (isSet ? creditHours(work, decision) : releaseHours(work, decision))
}

interface Facts {
  registrationId: number
  hours: number
  /** The hours that the rule gives; null if no person's decision stands. */
  ruleHours: number | null
  version: number
  cancelledAt: Date | null
  isProfileComplete: boolean
  isProviderComplete: boolean
}

async function lockUnchanged(tx: Tx, { registrationId, version }: Read): Promise<Facts | undefined> {
  const registration = (await lockFacts(tx, [registrationId])).get(registrationId)
  if (registration) {
    await refuseChanged(tx, { registrationId, version: registration.version, readVersion: version })
  }
  return registration
}

type Row = Omit<Facts, 'isProfileComplete' | 'isProviderComplete'> & Parameters<typeof isProfileComplete>[0]

/**
 * Locks the registrations in id order, so that two transactions cannot deadlock. Reads in a second
 * statement, which sees what others committed while the first one waited.
 */
async function lockFacts(tx: Tx, registrationIds: number[]): Promise<Map<number, Facts>> {
  await sql`
    select from registrations where registration_id = any(${registrationIds}::integer[])
    order by registration_id for no key update`.execute(tx)
  const { rows } = await sql<Row>`
    select registration_id, hours, held.version, cancelled_at, ${ruleHours(sql.ref('held.registrationId'))} as rule_hours,
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

/** Returns the new rows in the order of the decisions, each with the rule that gave the hours. */
async function insert(
  { tx, actingUserId, clock }: Work,
  decisions: (Decision & { act?: 'set' | 'release' })[],
): Promise<(Inserted | undefined)[]> {
  if (decisions.length === 0) return []
  const rows = decisions.map(
    ({ registrationId, act = 'set', hours, source, findingId, reason = '', mailsCorrection = true }) => ({
      ...{ registrationId, act, minutes: hours * 60, source, findingId, reason, mailsCorrection },
    }),
  )
  const { rows: inserted } = await sql<Inserted>`
    insert into credits (registration_id, act, minutes, source, credit_finding_id, rule_version, reason, mails_correction, decided_by, decided_at)
    select row."registrationId", act, row.minutes, source, "findingId",
      case when row.minutes = found.hours * 60 then figures->>'code' || '/' || season || '.' || version end,
      row.reason, "mailsCorrection", ${actingUserId ?? null}, ${clock()}
    from jsonb_to_recordset(${JSON.stringify(rows)})
      as row ("registrationId" integer, act text, minutes integer, source text, "findingId" integer, reason text, "mailsCorrection" boolean)
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
