import type { FilledFields } from '#contract/office/accounts/merges.ts'
import type { BulkAction } from '#contract/office/bulk-jobs/calls.ts'

// The JSON in columns that only the server reads. The types of the tables name these shapes, so they know no
// noun.

/** The facts for undoing a merge: registrations handed over, registrations ended, and profile fields filled. */
export interface MergeTrace {
  handedOver: number[]
  ended: number[]
  filled: FilledFields
}

/** An activity's details, for readers of the history. */
export interface ActivityDetails {
  /** For a move. */
  fromSlotId?: number | null
  toSlotId?: number
  /** For a credit or a release: the new and old minutes. For a deletion: the withdrawn minutes. */
  minutes?: number
  before?: number
  /** For a credit: the rule's version, such as 'hours-1/2027.2'. Absent: manual. */
  rule?: string | undefined
  /** For a deletion: the withdrawn hours were manual. Missing in older ones, where all were. */
  isDecided?: boolean | undefined
  /** For a certificate. */
  issue?: number
  hours?: number
  /** For a part of an event: its id and its name. */
  eventSlotId?: number
  speakerId?: number
  sponsorId?: number
  item?: string
  /** Each field's value before and after. */
  changes?: Record<string, [from: unknown, to: unknown]>
  reason?: string
  /** For a downloaded file: the hash of its bytes, hexadecimal. */
  sha256?: string
}

/**
 * A bulk job's change. An uploaded list has the hours of each row; older lists don't name their slot. With
 * `isFound`, each registration has its own finding's hours.
 */
export type StoredAction = Exclude<BulkAction, { kind: 'credit-found' }> | StoredCredit

interface StoredCredit {
  kind: 'credit'
  eventSlotId?: number
  isFound?: true
  /** An event's automation started it. */
  isAutomatic?: true
  reason?: string | undefined
  mailsCorrections?: boolean | undefined
}

/** A report's total minutes of a person. */
export interface StatedTotal {
  registrantId: string | null
  email: string | null
  name: string
  minutes: number
}

/** A person whose recount differs from the stored finding, with both hours; null: none. */
export interface RecountDifference {
  registrationId: number
  before: number | null
  now: number | null
}

/** The facts for undoing an item, or the mail that it wrote. */
export interface BulkTrace {
  /** The finding in the preview. */
  findingId?: number
  creditId?: number
  /** The hours before, and if they were manual. The latter is missing in older jobs, where all were. */
  before?: number
  wasDecided?: boolean | undefined
  fromSlotId?: number
  fromFocusId?: number
  mailId?: number
  /** The certificate that follows is emailed. */
  mailsCertificate?: boolean
}
