import type { BulkAction } from '#contract/bulk-jobs/calls.ts'

/** The change that a bulk job makes. An uploaded list has the hours of each row; older lists do not name their slot. */
export type StoredAction =
  | BulkAction
  | { kind: 'credit'; eventSlotId?: number; reason?: string; mailsCorrections?: boolean | undefined }

/** What undoing an item needs, or the mail that it wrote. */
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
