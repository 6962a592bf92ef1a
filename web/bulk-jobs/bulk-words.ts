import type { BulkAction, BulkJob, BulkKind } from '#contract/bulk-jobs/calls.ts'
import { shownCount } from '#web/core/texts/counts.ts'

/** '1 registration', '1,200 registrations' */
export function registrations(number: number): string {
  return `${shownCount(number)} ${number === 1 ? 'registration' : 'registrations'}`
}

/** '1 certificate', '1,200 certificates' */
export function certificates(number: number): string {
  return `${shownCount(number)} ${number === 1 ? 'certificate' : 'certificates'}`
}

/** What a panel for this is called. */
export const bulkTitles: Record<BulkKind, string> = {
  credit: 'Set hours',
  'mail-certificates': 'Email certificates',
  move: 'Move to another time slot',
  delete: 'Delete registrations',
}

/** What the button says that starts it. */
export function startLabel(action: BulkAction, changing: number): string {
  switch (action.kind) {
    case 'credit':
      return action.hours === 0
        ? `Withdraw ${certificates(changing)}`
        : `Credit ${action.hours} ${action.hours === 1 ? 'hour' : 'hours'} to ${registrations(changing)}`
    case 'mail-certificates':
      return `Email ${certificates(changing)}`
    case 'move':
      return `Move ${registrations(changing)}`
    case 'delete':
      return `Delete ${registrations(changing)}`
  }
}

const running: Record<BulkJob['kind'], string> = {
  credit: 'Setting hours',
  'mail-certificates': 'Emailing certificates',
  move: 'Moving registrations',
  delete: 'Deleting registrations',
  sync: 'Syncing',
  delink: 'Delinking',
}

const done: Record<BulkJob['kind'], string> = {
  credit: 'Hours set',
  'mail-certificates': 'Certificates emailed',
  move: 'Registrations moved',
  delete: 'Registrations deleted',
  sync: 'Synced',
  delink: 'Delinked',
}

/** What a job is doing or has done. */
export function jobTitle({ kind, state, undoes, isStopped }: BulkJob): string {
  const words = state === 'done' ? done[kind] : running[kind]
  const title = undoes ? `Undo: ${words.toLowerCase()}` : words
  return isStopped ? `${title}, stopped` : title
}
