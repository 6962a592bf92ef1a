import type { ColumnType, Generated } from 'kysely'
import type { Bounce } from '#contract/bounces/calls.ts'
import type { PlainDate, PlainTime } from '#contract/core/plain-dates.ts'
import type { DashboardFigures } from '#contract/dashboard/calls.ts'
import type { MailStatus } from '#contract/mails/calls.ts'
import type {
  AttendanceAnswersTable,
  AttendanceFetchesTable,
  AttendanceReportsTable,
  AttendanceVisitsTable,
} from './attendance-tables.ts'
import type { MailedEvent } from './core/mail/mail.ts'
import type { EventSlotsTable, EventsTable, SpeakersTable, SponsorsTable } from './event-tables.ts'
import type {
  PasskeyChallengesTable,
  PasskeysTable,
  RememberedDevicesTable,
  SecondFactorsTable,
  SessionsTable,
} from './factor-tables.ts'
import type {
  AccountMergesTable,
  ActivitiesTable,
  BulkJobItemsTable,
  BulkJobsTable,
  CertificateMailsTable,
  CertificatesTable,
  CreditsTable,
} from './history-tables.ts'
import type {
  IdentityAddressesTable,
  IdentityCodesTable,
  IdentityRefreshTokensTable,
  IdentitySubjectsTable,
} from './identity-tables.ts'
import type {
  WebinarComparisonsTable,
  WebinarDifferencesTable,
  WebinarRegistrantsTable,
  WebinarRoomRegistrantsTable,
  WebinarRoomVisitsTable,
  WebinarSyncsTable,
} from './webinar-tables.ts'

/** The tables as the migrations leave them, in our spelling: `event_slots.start_on` is `eventSlots.startOn`. */
export interface Tables {
  mails: MailsTable
  mailAttachments: MailAttachmentsTable
  mailAttempts: { mailId: number; attemptedAt: Generated<Date>; problem: string | null }
  bounces: BouncesTable
  identitySubjects: IdentitySubjectsTable
  identityCodes: IdentityCodesTable
  identityWrongDigits: { email: string; tries: number; since: Date }
  identityRefreshTokens: IdentityRefreshTokensTable
  identityAddresses: IdentityAddressesTable
  identityKeys: { keyId: string; privateJwk: ColumnType<object, string, never>; createdAt: Generated<Date> }
  users: UsersTable
  userCounts: { shard: number; users: number; changes: number }
  calendars: { userId: string; code: string }
  userEmailChanges: UserEmailChangesTable
  administrators: AdministratorsTable
  accountMerges: AccountMergesTable
  userIdentities: { issuer: string; subject: string; userId: string }
  sessions: SessionsTable
  secondFactors: SecondFactorsTable
  secondFactorOffers: { userId: string; appSecret: string; expiresAt: Date }
  secondFactorProofs: { tokenHash: Buffer; provenAt: Date }
  recoveryCodes: { userId: string; codeHash: Buffer }
  rememberedDevices: RememberedDevicesTable
  passkeys: PasskeysTable
  passkeyChallenges: PasskeyChallengesTable
  spentProofs: { proofHash: Buffer; spentAt: Date }
  mailingConsents: MailingConsentsTable
  focuses: { focusId: number; focusName: string }
  files: FilesTable
  events: EventsTable
  eventSlots: EventSlotsTable
  speakers: SpeakersTable
  sponsors: SponsorsTable
  registrations: RegistrationsTable
  staffNotices: { userId: string; eventId: number; toldAt: Date }
  registrationCounts: {
    eventSlotId: number
    shard: number
    registrations: number
    changes: Generated<number>
  }
  registrationDays: { day: PlainDate; shard: number; registrations: number }
  confirmations: ConfirmationsTable
  reminders: RemindersTable
  activities: ActivitiesTable
  bulkJobs: BulkJobsTable
  bulkJobItems: BulkJobItemsTable
  credits: CreditsTable
  certificates: CertificatesTable
  certificateMails: CertificateMailsTable
  webinarRegistrants: WebinarRegistrantsTable
  webinarSyncs: WebinarSyncsTable
  webinarComparisons: WebinarComparisonsTable
  webinarDifferences: WebinarDifferencesTable
  webinarRoomRegistrants: WebinarRoomRegistrantsTable
  webinarRoomVisits: WebinarRoomVisitsTable
  attendanceReports: AttendanceReportsTable
  attendanceVisits: AttendanceVisitsTable
  attendanceAnswers: AttendanceAnswersTable
  attendanceFetches: AttendanceFetchesTable
  dashboards: DashboardsTable
  providers: ProvidersTable
  signatures: { fileHash: Buffer; width: number; height: number; colors: Buffer; opacity: Buffer | null }
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
  isFirst: Generated<boolean>
  unsubscribeUrl: string | null
  expiresAt: Date | null
  registrationId: number | null
  forgetAt: Date | null
  event: ColumnType<MailedEvent | null, string | null, never>
  waitsSince: Generated<Date>
  isSentAgain: Generated<boolean>
}

interface MailAttachmentsTable {
  mailId: number
  place: number
  filename: string
  contentType: string
  content: Buffer
}

/** An address that mails came back from. */
interface BouncesTable {
  email: string
  reason: string
  source: Bounce['source']
  bouncedAt: Date
  clearedAt: Date | null
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

interface FilesTable {
  fileHash: Buffer
  contentType: string
  bytes: Buffer
  createdAt: Generated<Date>
  /** The same picture, narrower. */
  smallerHash: Buffer | null
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
  joinCode: ColumnType<string, never, never>
  /** Both are kept by the database: of the newest credit, and of the certificate that stands. */
  hours: ColumnType<number, never, never>
  certificateCode: ColumnType<string | null, never, never>
}

/** What a person was last told of a registration: when and where to come. */
interface ConfirmationsTable {
  registrationId: number
  eventSlotId: number
  confirmedAt: Date
  startOn: PlainDate
  endOn: PlainDate
  startTime: PlainTime
  endTime: PlainTime
  venue: string | null
  /** null: told before this was noted. */
  isInPerson: boolean | null
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

interface ProvidersTable {
  /** Counts the versions from 1. */
  providerId: number
  providerName: string
  contact: string | null
  signatoryName: string
  signatoryTitle: string
  signatureHash: Buffer | null
  savedAt: Date | null
  savedBy: string | null
}
