import { certificateLink } from '#contract/certificates.ts'
import type { EmailLog } from '#contract/mails.ts'
import { slotDates } from '#server/events/queries.ts'
import type { Db, Services } from '#server/services.ts'

/** What a certificate says, as it was when issued. */
export interface IssuedCertificate {
  certificateId: number
  serial: string
  personName: string
  eventName: string
  focusId: number
  focusName: string
  /** `DD/MM/YYYY` */
  start_date: string
  end_date: string
  hours: number
  issuedAt: Date
}

/** The newest certificate under a link, or undefined. */
export function findCertificate(db: Db, code: string): Promise<IssuedCertificate | undefined> {
  return db
    .selectFrom('registrations')
    .innerJoin('certificates', 'certificates.registration_id', 'registrations.registration_id')
    .innerJoin('focuses', 'focuses.focus_id', 'certificates.focus_id')
    .select([
      'certificate_id as certificateId',
      'serial',
      'person_name as personName',
      'event_name as eventName',
      'certificates.focus_id as focusId',
      'focus_name as focusName',
      'certificates.hours',
      'issued_at as issuedAt',
    ])
    .select(slotDates)
    .where('certificate_code', '=', code)
    .orderBy('issue', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Every certificate mail of a registration, newest first. */
export async function findEmailLogs({ db, config }: Services, registrationId: number): Promise<EmailLog[]> {
  const rows = await db
    .selectFrom('certificate_mails')
    .innerJoin('mails', 'mails.mail_id', 'certificate_mails.mail_id')
    .innerJoin('certificates', 'certificates.certificate_id', 'certificate_mails.certificate_id')
    .innerJoin('registrations', 'registrations.registration_id', 'certificate_mails.registration_id')
    .select(['certificate_mail_id', 'sent_at', 'certificates.hours', 'notes', 'certificate_code', 'status'])
    .where('certificate_mails.registration_id', '=', registrationId)
    .orderBy('certificate_mail_id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.certificate_mail_id,
    sent_on: row.sent_at?.getTime() ?? null,
    hours: row.hours,
    notes: row.notes,
    cert_link: certificateLink(config.publicUrl, row.certificate_code),
    status: row.status,
  }))
}
