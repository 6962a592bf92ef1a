import type { FilledFields } from '#contract/office/accounts/merges.ts'
import type { BulkAction } from '#contract/office/bulk-jobs/calls.ts'

// The JSON in columns that only the server reads. The types of the tables name these shapes, and core knows
// those types, so the shapes can't stand in nouns. `tools/written-tables.ts` says which column has which shape.

/** The facts for undoing a merge: profile fields filled, and the ids of each step. Older merges lack some steps. */
export interface MergeTrace {
  filled: FilledFields
  [step: string]: unknown
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
  /** The API key by which it was done: name and prefix. */
  apiKey?: string
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

/** The facts for undoing an imported row. */
export interface ImportTrace {
  /** The subjects that no later row may be about: as the file names them, and with the account. */
  about?: string[]
  /** The row added the person. */
  isNewPerson?: true
  /** The changed fields of the person, before and after. */
  changes?: Record<string, [from: string, to: string]>
  /** The recorded agreement to be on the mailing list. */
  consent?: { givenAt: string; words: string }
  registrationId?: number
  /** The person gets the confirmation of the registration. */
  isMailed?: true
  /** The slot that the row asked for, and the slot and event type before a move. */
  slotId?: number
  fromSlotId?: number
  fromFocusId?: number
  /** An earlier certificate, and its content before and after a change. */
  earlierCertificateId?: number
  before?: ImportedCertificate
  after?: ImportedCertificate
}

/** The content of an earlier certificate. */
export interface ImportedCertificate {
  userId: string
  number: string
  issuer: string
  title: string
  days: string[]
  hours: number
}
