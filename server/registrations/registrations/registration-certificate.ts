import { sql } from 'kysely'
import type { Work } from '#server/work.ts'

/**
 * Stores the code of a registration's newest certificate, so that lists can show and filter it. A withdrawal
 * removes it.
 */
export async function keepCertificateCode({ tx }: Work, registrationId: number, certificateCode: string) {
  await tx
    .updateTable('registrations')
    .set({ certificateCode })
    .where('registrationId', '=', registrationId)
    .execute()
}

/** True if the newest issue of registration `r`'s certificate was emailed, or is about to be. An email that failed does not count. */
export const isIssueMailed = sql<boolean>`exists (
  select from certificate_mails m join mails using (mail_id)
  where m.registration_id = r.registration_id and status not in ('failed', 'given-up')
    and not exists (
      select from certificates newer
      where newer.registration_id = m.registration_id and newer.certificate_id > m.certificate_id)
)`
