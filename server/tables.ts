import type { ColumnType, Generated } from 'kysely'
import type { DashboardFigures } from '#contract/dashboard.ts'
import type { MailStatus } from '#contract/mails.ts'
import type { PlainDate, PlainTime } from '#contract/plain-dates.ts'
import type {
  AccountMergesTable,
  ActivitiesTable,
  BulkJobItemsTable,
  BulkJobsTable,
  CertificateMailsTable,
  CertificatesTable,
  CreditsTable,
} from './history-tables.ts'

/** The tables as the migrations leave them, in our spelling: `event_slots.start_on` is `eventSlots.startOn`. */
export interface Tables {
  mails: MailsTable
  mailAttachments: MailAttachmentsTable
  mailAttempts: { mailId: number; attemptedAt: Generated<Date>; problem: string | null }
  identitySubjects: IdentitySubjectsTable
  identityCodes: IdentityCodesTable
  identityWrongDigits: { email: string; tries: number; since: Date }
  identityKeys: { keyId: string; privateJwk: ColumnType<object, string, never>; createdAt: Generated<Date> }
  users: UsersTable
  userCounts: { shard: number; users: number; changes: number }
  calendars: { userId: string; code: string }
  userEmailChanges: UserEmailChangesTable
  administrators: AdministratorsTable
  accountMerges: AccountMergesTable
  userIdentities: { issuer: string; subject: string; userId: string }
  sessions: SessionsTable
  spentProofs: { proofHash: Buffer; spentAt: Date }
  mailingConsents: MailingConsentsTable
  focuses: { focusId: number; focusName: string }
  files: { fileHash: Buffer; contentType: string; bytes: Buffer; createdAt: Generated<Date> }
  events: EventsTable
  eventSlots: EventSlotsTable
  speakers: SpeakersTable
  sponsors: SponsorsTable
  registrations: RegistrationsTable
  registrationCounts: {
    eventSlotId: number
    shard: number
    registrations: number
    changes: Generated<number>
  }
  registrationDays: { day: PlainDate; shard: number; registrations: number }
  /** What a person was last told of a registration. */
  confirmations: { registrationId: number; eventSlotId: number; confirmedAt: Date }
  reminders: RemindersTable
  activities: ActivitiesTable
  bulkJobs: BulkJobsTable
  bulkJobItems: BulkJobItemsTable
  credits: CreditsTable
  certificates: CertificatesTable
  certificateMails: CertificateMailsTable
  dashboards: DashboardsTable
}

interface MailsTable {
  mailId: Generated<number>
  cause: string
  toAddress: string
  replyTo: string | null
  subject: string
  html: string
  text: string
  isSecret: Generated<boolean>
  status: Generated<MailStatus>
  createdAt: Generated<Date>
  sentAt: Date | null
  attempts: Generated<number>
  leasedUntil: Date | null
  isLeaving: Generated<boolean>
  isUrgent: Generated<boolean>
  unsubscribeUrl: string | null
  expiresAt: Date | null
  registrationId: number | null
  forgetAt: Date | null
}

interface MailAttachmentsTable {
  mailId: number
  place: number
  filename: string
  contentType: string
  content: Buffer
}

interface IdentitySubjectsTable {
  subject: Generated<string>
  email: string
  passwordHash: string | null
  validFrom: Date | null
}

interface IdentityCodesTable {
  codeHash: Buffer
  email: string
  purpose: 'sign-in' | 'reset-password'
  digitsHash: Buffer | null
  digitsTries: Generated<number>
  expiresAt: Date
}

interface UsersTable {
  userId: Generated<string>
  email: string
  role: Generated<'user' | 'admin'>
  firstName: Generated<string>
  lastName: Generated<string>
  country: Generated<string>
  state: Generated<string>
  zip: Generated<string>
  companyName: Generated<string>
  phone: Generated<string>
  registeredAt: Generated<Date>
  isAopMember: Generated<'YES' | 'NO' | 'NO_INPUT'>
  aopaNumber: string | null
  aopaSkipped: Generated<boolean>
  nbaaNumber: string | null
  nbaaSkipped: Generated<boolean>
  vaiNumber: string | null
  vaiSkipped: Generated<boolean>
  hasGivenMailingConsent: boolean | null
  mailingConsentAt: Date | null
  mailingConsentEventName: string | null
  searchText: ColumnType<string, never, never>
  /** Counts the changes of their profile. */
  version: Generated<number>
  /** Whose account this one has become a part of. */
  mergedInto: string | null
  hasReminders: Generated<boolean>
  /** Whether they ever have: set by the database. */
  hasRegistered: ColumnType<boolean, never, never>
  reminderCode: ColumnType<string, undefined, never>
}

interface AdministratorsTable {
  userId: string
  since: Generated<Date>
  invitedBy: string | null
  acceptedAt: Date | null
  signedInAt: Date | null
}

interface UserEmailChangesTable {
  userEmailChangeId: Generated<number>
  userId: string
  newEmail: string
  oldEmail: string | null
  codeHash: Buffer
  expiresAt: Date
}

interface SessionsTable {
  tokenHash: Buffer
  userId: string
  createdAt: Generated<Date>
  expiresAt: Date
  beganBy: Generated<'link' | 'password'>
  proofHash: Buffer | null
  device: Generated<string>
  lastSeenAt: Generated<Date>
}

interface MailingConsentsTable {
  mailingConsentId: Generated<number>
  userId: string
  isGiven: boolean
  textShown: string
  eventId: number | null
  eventName: string | null
  answeredAt: Generated<Date>
  answeredBy: string | null
}

interface EventsTable {
  eventId: Generated<number>
  eventName: string
  description: Generated<string>
  videoLink: string | null
  venue: string | null
  isEnabled: Generated<boolean>
  featuredSponsorId: number | null
  createdAt: Generated<Date>
}

interface EventSlotsTable {
  eventSlotId: Generated<number>
  eventId: number
  focusId: number
  startOn: PlainDate
  endOn: PlainDate
  startTime: PlainTime
  endTime: PlainTime
  webinarId: string | null
}

interface SpeakersTable {
  speakerId: Generated<number>
  eventId: number
  logo: string
  companyName: string
  day: 1 | 2
  courseTitle: Generated<string>
  courseDetails: Generated<string>
  presenterName: Generated<string>
  presenterDesignation: Generated<string>
  presenterDetails: Generated<string>
  videoLink: string | null
  website: string | null
  email: string | null
}

interface SponsorsTable {
  sponsorId: Generated<number>
  eventId: number
  logo: string
  companyName: string
  description: Generated<string>
  website: string | null
  email: string | null
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

interface RegistrationsTable {
  registrationId: Generated<number>
  /** null: whoever held it has deleted their account. */
  userId: string | null
  eventId: number
  eventSlotId: number
  registeredAt: Generated<Date>
  cancelledAt: Date | null
  /** Counts what was decided about it. */
  version: Generated<number>
  moves: Generated<number>
  joinUrl: string | null
  /** Both are kept by the database: of the newest credit, and of the certificate that stands. */
  hours: ColumnType<number, never, never>
  certificateCode: ColumnType<string | null, never, never>
}

/** A day of a slot that a person was reminded of. */
interface RemindersTable {
  registrationId: number
  eventSlotId: number
  dayOn: PlainDate
  kind: 'day-before' | 'hour-before'
  mailId: number
}

/** The figures of a season, as they were counted last. */
interface DashboardsTable {
  season: number
  figures: ColumnType<DashboardFigures, string, string>
  countedAt: Date
  freshUntil: Date
}
