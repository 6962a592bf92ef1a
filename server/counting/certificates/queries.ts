import { sql } from 'kysely'
import { certificateLink } from '#contract/counting/certificates/calls.ts'
import type { EmailLog } from '#contract/foundation/mails/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { findNewestDecision, hoursInSeason } from '#server/ledger/credits/queries.ts'
import type { Db, Services, Tx } from '#server/services.ts'
import { columns } from '#server/tables.generated.ts'

/** A certificate as issued; `withdrawnAt` is null while it is valid. */
export type IssuedCertificate = Awaited<ReturnType<typeof getCertificate>>

/**
 * Returns a link's newest certificate with its signed credential, and the replaced ones. Refuses with
 * CERTIFICATE_NOT_FOUND.
 */
export async function getCertificate(db: Db, code: string) {
  const [row, ...replaced] = await db
    .selectFrom('certificates')
    .innerJoin('registrations', 'registrations.registrationId', 'certificates.registrationId')
    .innerJoin('focuses', 'focuses.focusId', 'certificates.focusId')
    .innerJoin('providers', 'providers.providerId', 'certificates.providerId')
    .leftJoin('certificateCredentials as signed', 'signed.certificateId', 'certificates.certificateId')
    .select(['serial', 'personName', 'eventName', 'certificates.focusId', 'focusName', 'isInPerson'])
    .select(['startOn', 'endOn', 'byDay', 'certificates.hours', 'issuedAt', 'certificates.registrationId'])
    .select([
      'certificateCode',
      'cancelledAt',
      'courseNumber',
      'providerName',
      'contact',
      'signatoryName',
      'signatoryTitle',
      'signatureHash',
      'jws as credential',
    ])
    .where('code', '=', code)
    .orderBy('issue', 'desc')
    .execute()
  if (!row) throw new Refusal('CERTIFICATE_NOT_FOUND')
  const { registrationId, certificateCode, cancelledAt, ...certificate } = row
  const isWithdrawn = certificateCode === null
  const withdrawal = isWithdrawn ? await findNewestDecision(db, registrationId) : undefined
  return {
    ...certificate,
    withdrawnAt: withdrawal?.decidedAt ?? cancelledAt,
    replaced: replaced.map(({ serial, issuedAt }) => ({ serial, issuedAt })),
  }
}

/** Returns the codes of a person's certificates with hours in either renewal year, with the hours in each. */
export async function findFiledCertificates(
  db: Db,
  userId: string,
  [first, second]: readonly [number, number],
): Promise<{ code: string; hoursInYears: readonly [number, number] }[]> {
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .select(['certificateCode', hoursInSeason(first).as('first'), hoursInSeason(second).as('second')])
    .where('userId', '=', userId)
    .where('cancelledAt', 'is', null)
    .where('certificateCode', 'is not', null)
    .orderBy(sql`coalesce(credited_days->0->>'on', start_on::text)`)
    .$narrowType<{ certificateCode: string }>()
    .execute()
  return rows
    .filter((row) => row.first + row.second > 0)
    .map((row) => ({ code: row.certificateCode, hoursInYears: [row.first, row.second] }))
}

/** Returns a person's registrations whose standing credit has no certificate yet. */
export async function findUnissued(db: Db, userId: string): Promise<number[]> {
  const { rows } = await sql<{ registrationId: number }>`
    select registration_id from registrations r cross join lateral standing_credit(r.registration_id) standing
    where user_id = ${userId} and cancelled_at is null and standing.hours > 0
      and not exists (select from certificates where certificates.credit_id = standing.credit_id)
    order by registration_id`.execute(db)
  return rows.map(({ registrationId }) => registrationId)
}

/** Returns every certificate of a person as its link serves it, newest first, with its signed credential. */
export async function findCertificates({ db, config }: Pick<Services, 'db' | 'config'>, userId: string) {
  const rows = await db
    .selectFrom('certificates')
    .innerJoin('registrations', 'registrations.registrationId', 'certificates.registrationId')
    .leftJoin('certificateCredentials as signed', 'signed.certificateId', 'certificates.certificateId')
    .distinctOn('code')
    .select(['code', 'serial', 'personName', 'certificates.eventName', 'startOn', 'endOn', 'byDay'])
    .select(['certificates.hours', 'issuedAt', 'certificateCode', 'jws as credential'])
    .where('userId', '=', userId)
    .orderBy('code')
    .orderBy('issue', 'desc')
    .execute()
  return rows
    .map(({ certificateCode, code, ...certificate }) => ({
      ...certificate,
      code,
      link: certificateLink(config.publicUrl, code),
      isWithdrawn: certificateCode === null,
    }))
    .sort((one, other) => other.issuedAt.getTime() - one.issuedAt.getTime())
}

/** Returns every issue of a person's certificates, newest first, each with its state and link. */
export async function findIssues({ db, config }: Pick<Services, 'db' | 'config'>, userId: string) {
  const rows = await db
    .selectFrom('certificates')
    .innerJoin('registrations', 'registrations.registrationId', 'certificates.registrationId')
    .select(['serial', 'certificates.eventName', 'certificates.hours', 'byDay'])
    .select(['issuedAt', 'code', 'certificateCode'])
    .select(sql<boolean>`issue = max(issue) over (partition by code)`.as('isNewest'))
    .where('userId', '=', userId)
    .orderBy('certificateId', 'desc')
    .execute()
  return rows.map(({ code, isNewest, certificateCode, ...certificate }) => {
    const state = !isNewest ? 'replaced' : certificateCode === code ? 'stands' : 'withdrawn'
    return { ...certificate, state, link: certificateLink(config.publicUrl, code) } as const
  })
}

/** Returns the newest issue of a registration's certificate, even if withdrawn. */
export function findNewestIssue(db: Db, registrationId: number) {
  return db
    .selectFrom('certificates')
    .select(columns.certificates)
    .where('registrationId', '=', registrationId)
    .orderBy('issue', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Returns the hours and days in the last email about a certificate: 0 hours for a withdrawal. Emails that
 * were given up don't count.
 */
export async function findTold(db: Db, registrationId: number) {
  const row = await certificateMails(db, registrationId)
    .select(['certificates.certificateId', 'code', 'serial', 'eventName', 'hours', 'byDay', 'withdrawnBy'])
    .where('status', '<>', 'given-up')
    .limit(1)
    .executeTakeFirst()
  return row && { ...row, hours: row.withdrawnBy === null ? row.hours : 0 }
}

/** Returns every email about a registration's certificate, newest first. */
export async function findEmailLogs({ db, config }: Services, registrationId: number): Promise<EmailLog[]> {
  const rows = await certificateMails(db, registrationId)
    .select(['certificateMailId as emailLogId', 'sentAt', 'hours', 'notes', 'code', 'status', 'withdrawnBy'])
    .execute()
  return rows.map(({ code, withdrawnBy, ...row }) => ({
    ...row,
    hours: withdrawnBy === null ? row.hours : 0,
    certificateLink: certificateLink(config.publicUrl, code),
  }))
}

/** Selects the emails about a registration's certificate, newest first. */
function certificateMails(db: Db, registrationId: number) {
  return db
    .selectFrom('certificateMails')
    .innerJoin('mails', 'mails.mailId', 'certificateMails.mailId')
    .innerJoin('certificates', 'certificates.certificateId', 'certificateMails.certificateId')
    .where('certificateMails.registrationId', '=', registrationId)
    .orderBy('certificateMailId', 'desc')
}

/** Locks a registration and returns its person; undefined for a deleted account. */
export function lockHolder(tx: Tx, registrationId: number) {
  return tx
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['email', 'firstName', 'cancelledAt'])
    .where('registrationId', '=', registrationId)
    .forNoKeyUpdate('registrations')
    .executeTakeFirst()
}
