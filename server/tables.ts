import type { ColumnType, Generated } from 'kysely'

/** The tables as the migrations leave them; a date is read and written as text. */
export interface Tables {
  mails: MailsTable
  mail_attempts: { mail_id: number; attempted_at: Generated<Date>; problem: string | null }
  identity_subjects: { subject: Generated<string>; email: string; password_hash: string | null }
  identity_codes: IdentityCodesTable
  identity_keys: {
    key_id: string
    private_jwk: ColumnType<object, string, never>
    created_at: Generated<Date>
  }
  users: UsersTable
  user_identities: { issuer: string; subject: string; user_id: string }
  sessions: { token_hash: Buffer; user_id: string; created_at: Generated<Date>; expires_at: Date }
  mailing_consents: MailingConsentsTable
  focuses: { focus_id: number; focus_name: string }
  files: { file_hash: Buffer; content_type: string; bytes: Buffer; created_at: Generated<Date> }
  events: EventsTable
  event_slots: EventSlotsTable
  speakers: SpeakersTable
  sponsors: SponsorsTable
  registrations: RegistrationsTable
  registration_counts: { event_slot_id: number; shard: number; registrations: number }
  registration_activities: RegistrationActivitiesTable
  certificates: CertificatesTable
  certificate_mails: CertificateMailsTable
}

interface MailsTable {
  mail_id: Generated<number>
  cause: string
  to_address: string
  reply_to: string | null
  subject: string
  html: string
  text: string
  is_secret: Generated<boolean>
  status: Generated<'queued' | 'sent' | 'failed'>
  created_at: Generated<Date>
  sent_at: Date | null
}

interface IdentityCodesTable {
  code_hash: Buffer
  email: string
  purpose: 'sign-in' | 'reset-password'
  digits_hash: Buffer | null
  digits_tries: Generated<number>
  expires_at: Date
}

interface UsersTable {
  user_id: Generated<string>
  email: string
  role: Generated<'user' | 'admin'>
  first_name: Generated<string>
  last_name: Generated<string>
  country: Generated<string>
  state: Generated<string>
  zip: Generated<string>
  company_name: Generated<string>
  phone: Generated<string>
  registered_at: Generated<Date>
  is_aop_member: Generated<'YES' | 'NO' | 'NO_INPUT'>
  aopa_number: string | null
  aopa_skipped: Generated<boolean>
  nbaa_number: string | null
  nbaa_skipped: Generated<boolean>
  vai_number: string | null
  vai_skipped: Generated<boolean>
  has_given_mailing_consent: boolean | null
  mailing_consent_at: Date | null
  mailing_consent_event_name: string | null
  search_text: ColumnType<string, never, never>
}

interface MailingConsentsTable {
  mailing_consent_id: Generated<number>
  user_id: string
  is_given: boolean
  text_shown: string
  event_id: number | null
  event_name: string | null
  answered_at: Generated<Date>
}

interface EventsTable {
  event_id: Generated<number>
  event_name: string
  description: Generated<string>
  video_link: string | null
  is_enabled: Generated<boolean>
  featured_sponsor_id: number | null
  created_at: Generated<Date>
}

interface EventSlotsTable {
  event_slot_id: Generated<number>
  event_id: number
  focus_id: number
  start_on: string
  end_on: string
  start_time: string
  end_time: string
  webinar_id: string | null
}

interface SpeakersTable {
  speaker_id: Generated<number>
  event_id: number
  logo: string
  name: string
  day: 1 | 2
  event_name: Generated<string>
  event_details: Generated<string>
  presenter_name: Generated<string>
  presenter_designation: Generated<string>
  presenter_details: Generated<string>
  youtube_video_link: string | null
  contact_website: string | null
  contact_email: string | null
}

interface SponsorsTable {
  sponsor_id: Generated<number>
  event_id: number
  logo: string
  name: string
  description: Generated<string>
  contact_website: string | null
  contact_email: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface RegistrationsTable {
  registration_id: Generated<number>
  user_id: string
  event_id: number
  event_slot_id: number
  registered_at: Generated<Date>
  cancelled_at: Date | null
  moves: Generated<number>
  join_url: string | null
  hours: Generated<number>
  certificate_code: string | null
}

interface RegistrationActivitiesTable {
  registration_activity_id: Generated<number>
  registration_id: number
  activity: 'registered' | 'moved' | 'cancelled' | 'certificate-issued' | 'certificate-mailed'
  user_id: string
  details: ColumnType<object, string | undefined, never>
  acted_at: Generated<Date>
}

interface CertificatesTable {
  certificate_id: Generated<number>
  registration_id: number
  issue: number
  serial: string
  person_name: string
  event_name: string
  focus_id: number
  start_on: string
  end_on: string
  hours: number
  issued_at: Generated<Date>
  issued_by: string
}

interface CertificateMailsTable {
  certificate_mail_id: Generated<number>
  registration_id: number
  certificate_id: number
  mail_id: number
  notes: Generated<string>
}
