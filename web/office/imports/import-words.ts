import type { Import, ImportCounts } from '#contract/office/imports/calls.ts'
import { importVerdicts, verdictLabels } from '#contract/office/imports/calls.ts'
import { shownCount } from '#web/core/texts/counts.ts'

export const stateLabels: Record<Import['state'], string> = {
  uploaded: 'Not imported',
  running: 'Importing',
  done: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
}

/** Returns '12 new, 3 refused'. */
export function countWords(counts: ImportCounts): string {
  return importVerdicts
    .filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${shownCount(counts[verdict])} ${verdictLabels[verdict].toLowerCase()}`)
    .join(', ')
}
