import { shownHours } from '#contract/events/events/facts.ts'
import type { BulkAction, BulkJob, BulkKind } from '#contract/office/bulk-jobs/calls.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'

/** The titles of the panel while a job is set up. */
export const bulkTitles: Record<BulkKind, string> = {
  credit: 'Set hours',
  'credit-found': 'Issue certificates',
  'mail-certificates': 'Email certificates',
  move: 'Move to another time slot',
  delete: 'Delete registrations',
}

export function startLabel(action: BulkAction, changing: number): string {
  const registrations = counted(changing, 'registration')
  const certificates = counted(changing, 'certificate')
  switch (action.kind) {
    case 'credit':
      if (action.hours === 0) return `Withdraw ${certificates}`
      return `Credit ${shownHours(action.hours)} to ${registrations}`
    case 'credit-found':
      return `Issue ${certificates}`
    case 'mail-certificates':
      return `Email ${certificates}`
    case 'move':
      return `Move ${registrations}`
    case 'delete':
      return `Delete ${registrations}`
  }
}

const titles: Record<BulkJob['kind'], [running: string, done: string]> = {
  credit: ['Setting hours', 'Hours set'],
  'mail-certificates': ['Emailing certificates', 'Certificates emailed'],
  move: ['Moving registrations', 'Registrations moved'],
  delete: ['Deleting registrations', 'Registrations deleted'],
  sync: ['Syncing', 'Synced'],
  delink: ['Delinking', 'Delinked'],
}

/** A running or finished job's title. */
export function jobTitle({ kind, state, undoes, isStopped }: BulkJob): string {
  const words = titles[kind][state === 'done' ? 1 : 0]
  const title = undoes ? `Undo: ${words.toLowerCase()}` : words
  return isStopped ? `${title}, stopped` : title
}

/** '2 certificates have no deliverable address', for addresses that sent an email back. */
export function undeliverableInWords(certificates: number): string {
  return `${counted(certificates, 'certificate has', 'certificates have')} no deliverable address`
}

/** 'Email 160 certificates'. */
export function mailLabel(certificates: number): string {
  return startLabel({ kind: 'mail-certificates', onlyUnsent: true }, certificates)
}

/** Returns what a finished job has done: '160 certificates issued, 0 emailed'. */
export function doneWords({ undoes, certificates, unmailed }: BulkJob): string {
  if (undoes !== null || !certificates || certificates.total === 0 || !unmailed) return 'All done'
  const { issued } = certificates
  return `${counted(issued, 'certificate')} issued, ${shownCount(issued - unmailed.certificates)} emailed`
}
