import type { ColumnType, Generated } from 'kysely'
import type { FilledFields } from '#contract/accounts/merges.ts'
import type { Activity } from '#contract/activities/calls.ts'
import type { BulkAction, BulkKind } from '#contract/bulk-jobs/calls.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import type { CreditSource } from '#contract/credits/rules.ts'

// The part of tables.ts that tells what was done and decided.

export interface ActivitiesTable {
  activityId: Generated<number>
  registrationId: number | null
  /** Whom it is about, where no registration says so. */
  userId: string | null
  eventId: number | null
  activity: Activity
  actedBy: string | null
  details: ColumnType<ActivityDetails, string | undefined, never>
  actedAt: Generated<Date>
}

/** What changed, for whoever reads the history. */
export interface ActivityDetails {
  /** Of a move. */
  fromSlotId?: number | null
  toSlotId?: number
  /** Of a credit: what it is now and was before. Of a deletion: what it has withdrawn. */
  minutes?: number
  before?: number
  /** Of a certificate. */
  issue?: number
  hours?: number
  /** Of a part of an event: which, and its name. */
  eventSlotId?: number
  speakerId?: number
  sponsorId?: number
  item?: string
  /** Each field's value before and after. */
  changes?: Record<string, [from: unknown, to: unknown]>
  reason?: string
}

export interface AccountMergesTable {
  accountMergeId: Generated<number>
  keptId: string
  absorbedId: string
  absorbedEmail: string
  mergedAt: Date
  mergedBy: string | null
  undoneAt: Date | null
  trace: ColumnType<MergeTrace, string, never>
}

/** What undoing a merge needs: which registrations the other account had, which have ended, and what the profile was filled with. */
interface MergeTrace {
  handedOver: number[]
  ended: number[]
  filled: FilledFields
}

/** What a bulk job does: the same to all, or the hours of an uploaded list for a slot (older ones don't name it). */
export type StoredAction =
  | BulkAction
  | { kind: 'credit'; eventSlotId?: number; reason?: string; mailsCorrections?: boolean | undefined }

export interface BulkJobsTable {
  bulkJobId: Generated<string>
  kind: BulkKind
  action: ColumnType<StoredAction, string, never>
  source: Generated<'administrator' | 'csv'>
  undoes: string | null
  askedBy: string | null
  askedAt: Date
  stoppedAt: Date | null
  finishedAt: Date | null
  total: number
}

export interface BulkJobItemsTable {
  bulkJobId: string
  place: number
  registrationId: number | null
  outcome: string | null
  trace: ColumnType<BulkTrace, string | undefined, string>
}

/** What undoing an item needs, or the mail that it has written. */
export interface BulkTrace {
  creditId?: number
  /** Hours before. */
  before?: number
  fromSlotId?: number
  fromFocusId?: number
  mailId?: number
  /** Whether the certificate that follows is emailed. */
  mailsCertificate?: boolean
}

export interface CreditsTable {
  creditId: Generated<number>
  registrationId: number
  minutes: number
  source: CreditSource
  ruleVersion: string | null
  reason: Generated<string>
  decidedBy: string | null
  decidedAt: Generated<Date>
  /** false: nobody is emailed about the correction. */
  mailsCorrection: Generated<boolean>
}

export interface CertificatesTable {
  certificateId: Generated<number>
  registrationId: number
  creditId: number
  code: string
  issue: number
  serial: string
  personName: string
  eventName: string
  focusId: number
  /** null: as its type is. */
  isInPerson: boolean | null
  startOn: PlainDate
  endOn: PlainDate
  hours: number
  providerId: number
  courseNumber: string | null
  issuedAt: Generated<Date>
  issuedBy: string | null
}

export interface CertificateMailsTable {
  certificateMailId: Generated<number>
  registrationId: number
  certificateId: number
  mailId: number
  notes: Generated<string>
  /** The credit of 0 hours that it tells of. */
  withdrawnBy: number | null
}
