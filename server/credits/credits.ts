import { sql } from 'kysely'
import type { RefusalCode } from '#contract/core/refusals.ts'
import type { CreditSource } from '#contract/credits/rules.ts'
import { creditRefusal } from '#contract/credits/rules.ts'
import { isProfileComplete } from '#contract/users/profiles.ts'
import { happened } from '#server/activities/activities.ts'
import { refuseChanged } from '#server/activities/activity-versions.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'

/** A decision about hours. */
export interface Decision {
  registrationId: number
  /** Whole hours; 0 withdraws a credit. */
  hours: number
  source: CreditSource
  reason?: string | undefined
  /** false: a person with an emailed certificate is not told. */
  mailsCorrection?: boolean | undefined
  /** The certificate is emailed, too. */
  mailsCertificate?: boolean | undefined
}

/** The result of a decision; `creditId` is undefined if the newest credit says the same. */
export interface Credited {
  creditId: number | undefined
  /** The hours before. */
  before: number
  /** The registration's new version. */
  version: number
}

/**
 * Credits hours to registrations, one decision each, in a few statements; locks them. Returns each
 * result in its place, or the refusal: REGISTRATION_NOT_FOUND, HOURS_ZERO or PROFILE_INCOMPLETE.
 */
export async function creditAll(work: Work, decisions: Decision[]): Promise<(Credited | RefusalCode)[]> {
  const facts = await lockFacts(
    work.tx,
    decisions.map(({ registrationId }) => registrationId),
  )
  const outcomes = decisions.map(({ registrationId, hours }): Credited | RefusalCode => {
    const registration = facts.get(registrationId)
    if (!registration || registration.cancelledAt !== null) return 'REGISTRATION_NOT_FOUND'
    const { hours: before, version } = registration
    const refusal = creditRefusal(hours, {
      hours: before,
      isProfileComplete: isProfileComplete(registration),
    })
    return refusal ?? { creditId: undefined, before, version }
  })
  const isNew = (place: number) => {
    const { registrationId, hours } = decisions[place] as Decision
    return typeof outcomes[place] !== 'string' && facts.get(registrationId)?.minutes !== hours * 60
  }
  const places = decisions.map((_, place) => place).filter(isNew)
  const creditIds = await insert(
    work,
    places.map((place) => decisions[place] as Decision),
  )
  await happened(
    work,
    places.map((place) => {
      const { registrationId, hours, reason = '', mailsCertificate } = decisions[place] as Decision
      const before = facts.get(registrationId)?.minutes ?? 0
      const details = { minutes: hours * 60, before, reason }
      return { activity: 'credited', registrationId, details, mailsCertificate }
    }),
  )
  for (const [index, place] of places.entries()) {
    const { before, version } = outcomes[place] as Credited
    outcomes[place] = { creditId: creditIds[index], before, version: version + 1 }
  }
  return outcomes
}

/**
 * Credits hours to one registration. `version` is the registration's version that the caller has read, if given; returns the
 * new one. Refuses with CHANGED_MEANWHILE, or with the reason.
 */
export async function creditHours(
  work: Work,
  { version: readVersion, ...decision }: Decision & { version?: number | undefined },
): Promise<number> {
  const { registrationId } = decision
  const registration = (await lockFacts(work.tx, [registrationId])).get(registrationId)
  if (registration) {
    await refuseChanged(work.tx, { registrationId, version: registration.version, readVersion })
  }
  const [outcome] = await creditAll(work, [decision])
  if (outcome === undefined || typeof outcome === 'string') {
    throw new Refusal(outcome ?? 'REGISTRATION_NOT_FOUND')
  }
  return outcome.version
}

interface Facts {
  registrationId: number
  hours: number
  /** Minutes of the newest credit; 0 if there is none. */
  minutes: number
  version: number
  cancelledAt: Date | null
  firstName: string | null
  lastName: string | null
  country: string | null
  state: string | null
  zip: string | null
  companyName: string | null
}

/**
 * Locks the registrations in id order, so that two transactions cannot deadlock. Reads in a second
 * statement, which sees what others committed while the first one waited.
 */
async function lockFacts(tx: Tx, registrationIds: number[]): Promise<Map<number, Facts>> {
  await sql`
    select from registrations where registration_id = any(${registrationIds}::integer[])
    order by registration_id for no key update`.execute(tx)
  const { rows } = await sql<Facts>`
    select held.registration_id, hours, held.version, cancelled_at, coalesce(newest.minutes, 0) as minutes,
      first_name, last_name, country, state, zip, company_name
    from registrations held join users using (user_id)
    left join lateral (
      select minutes from credits where credits.registration_id = held.registration_id order by credit_id desc limit 1
    ) newest on true
    where held.registration_id = any(${registrationIds}::integer[])`.execute(tx)
  return new Map(rows.map((row) => [row.registrationId, row]))
}

/** Returns their ids, in the order of the decisions. */
async function insert({ tx, actingUserId, clock }: Work, decisions: Decision[]): Promise<number[]> {
  if (decisions.length === 0) return []
  const rows = decisions.map(({ registrationId, hours, source, reason = '', mailsCorrection = true }) => ({
    registrationId,
    minutes: hours * 60,
    source,
    reason,
    mailsCorrection,
  }))
  const { rows: inserted } = await sql<{ creditId: number; registrationId: number }>`
    insert into credits (registration_id, minutes, source, reason, mails_correction, decided_by, decided_at)
    select "registrationId", minutes, source, reason, "mailsCorrection", ${actingUserId ?? null}, ${clock()}
    from jsonb_to_recordset(${JSON.stringify(rows)})
      as row ("registrationId" integer, minutes integer, source text, reason text, "mailsCorrection" boolean)
    returning credit_id, registration_id`.execute(tx)
  const ids = new Map(inserted.map((row) => [row.registrationId, row.creditId]))
  return decisions.map(({ registrationId }) => ids.get(registrationId) as number)
}
