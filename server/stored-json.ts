import type { FilledFields } from '#contract/office/accounts/merges.ts'
import type { BulkAction } from '#contract/office/bulk-jobs/calls.ts'

// The JSON that columns hold, where only the server reads it. The types of the tables name these shapes, so they know no noun.

/** The facts for undoing a merge: the registrations that were handed over, those that ended, and the profile fields that were filled. */
export interface MergeTrace {
  handedOver: number[]
  ended: number[]
  filled: FilledFields
}

/** The details of an activity, for readers of the history. */
export interface ActivityDetails {
  /** For a move. */
  fromSlotId?: number | null
  toSlotId?: number
  /** For a credit or a release: the new and the old minutes. For a deletion: the withdrawn minutes. */
  minutes?: number
  before?: number
  /** For a credit: the version of the rule that gave the hours, such as 'hours-1/2027.2'. Absent: a person decided. */
  rule?: string | undefined
  /** For a deletion: whether a person had decided the withdrawn hours. Missing in older ones, where only people did. */
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
  /** For a file that was downloaded: the hash of its bytes, hexadecimal. */
  sha256?: string
}

/**
 * The change that a bulk job makes. An uploaded list has the hours of each row; older lists do not name their slot. With `isFound`, each
 * registration has the hours of its own finding.
 */
export type StoredAction = Exclude<BulkAction, { kind: 'credit-found' }> | StoredCredit

interface StoredCredit {
  kind: 'credit'
  eventSlotId?: number
  isFound?: true
  /** An event's automation has started it. */
  isAutomatic?: true
  reason?: string | undefined
  mailsCorrections?: boolean | undefined
}

/** The minutes that a report states for a person in total. */
export interface StatedTotal {
  registrantId: string | null
  email: string | null
  name: string
  minutes: number
}

/** Somebody whose recount is not the stored finding, with the hours of both; null: there is none. */
export interface RecountDifference {
  registrationId: number
  before: number | null
  now: number | null
}

/** The facts for undoing an item, or the mail that it wrote. */
export interface BulkTrace {
  /** The finding that the preview showed. */
  findingId?: number
  creditId?: number
  /** Hours before, and whether a person had decided them. The latter is missing in older jobs, where only people did. */
  before?: number
  wasDecided?: boolean | undefined
  fromSlotId?: number
  fromFocusId?: number
  mailId?: number
  /** Whether the certificate that follows is emailed. */
  mailsCertificate?: boolean
}
