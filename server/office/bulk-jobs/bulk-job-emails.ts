import { sql } from 'kysely'
import type { BulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { isIssueMailed } from '#server/registrations/registrations/registration-certificate.ts'
import type { Db } from '#server/services.ts'

/** The newest email about registration `r`'s certificate, without those given up; `hours` is 0 after a withdrawal. */
export const toldBefore = sql`
  select case when withdrawn_by is null then hours else 0 end as hours
  from certificate_mails join mails using (mail_id) join certificates using (certificate_id)
  where certificate_mails.registration_id = r.registration_id and status <> 'given-up'
  order by certificate_mail_id desc limit 1`

/** Counts the emails that follow a job's credited hours: written ones, and those whose job is still open. */
export async function countEmails(db: Db, bulkJobId: string): Promise<BulkJob['emails']> {
  const { rows } = await sql<NonNullable<BulkJob['emails']>>`
    select count(*) filter (where status is not null or is_due)::int as total,
      count(*) filter (where status = 'sent')::int as sent,
      count(*) filter (where status in ('queued', 'sending', 'failed') or (status is null and is_due))::int as waiting
    from (
      select mail.status, newest.credit_id = (trace->>'creditId')::int and (
        coalesce((trace->>'mailsCertificate')::boolean, false)
        or coalesce(newest.mails_correction and told.hours <> r.hours, false)
      ) as is_due
      from bulk_job_items i join registrations r using (registration_id)
      cross join lateral (
        select credit_id, mails_correction from credits where credits.registration_id = r.registration_id order by credit_id desc limit 1
      ) newest
      left join lateral (${toldBefore}) told on true
      left join lateral (
        select status from certificate_mails m join mails using (mail_id) join certificates using (certificate_id)
        where m.registration_id = r.registration_id and coalesce(withdrawn_by, credit_id) = (trace->>'creditId')::int
        order by certificate_mail_id limit 1
      ) mail on true
      where i.bulk_job_id = ${bulkJobId} and outcome = 'done'
    ) items`.execute(db)
  return rows[0] ?? null
}

/** True if an email to the address of `u` came back. */
export const isBounced = sql<boolean>`exists (select from bounces where bounces.email = u.email and cleared_at is null)`

/** True if the standing credit's certificate was emailed, or is about to be. An email that failed does not count. */
export const isMailed = sql<boolean>`exists (
  select from certificate_mails m join mails using (mail_id)
  where m.registration_id = r.registration_id and status not in ('failed', 'given-up')
    and m.certificate_id = (select max(certificate_id) from certificates c where c.registration_id = r.registration_id
      and c.credit_id = (select credit_id from standing_credit(r.registration_id)))
)`

/** Counts the issued certificates of some registrations `r` that were not emailed, and those whose address bounced. */
export async function countUnmailed(
  db: Db,
  which: ReturnType<typeof sql>,
): Promise<NonNullable<BulkJob['unmailed']>> {
  const { rows } = await sql<NonNullable<BulkJob['unmailed']>>`
    select count(*)::int as certificates, count(*) filter (where ${isBounced})::int as undeliverable
    from registrations r join users u using (user_id)
    where ${which} and cancelled_at is null and certificate_code is not null and not ${isIssueMailed}`.execute(
    db,
  )
  return rows[0] ?? { certificates: 0, undeliverable: 0 }
}
