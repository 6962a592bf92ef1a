import type { RegistrationRow } from '#contract/registrations/registration-lists/rows.ts'
import type { ListSelection } from '#web/core/ui/list-selection.ts'
import { useListSelection } from '#web/core/ui/list-selection.ts'
import { personOf } from '#web/registrations/registrations/registration-actions.ts'

/** The registrations chosen for a bulk job or a message. */
export type RegistrationSelection = ListSelection<RegistrationRow, number>

export function useRegistrationSelection(rows: RegistrationRow[], filters: string): RegistrationSelection {
  return useListSelection(rows, filters, registrations)
}

const registrations = {
  idOf: ({ registrationId }: RegistrationRow) => registrationId,
  nameOf: (row: RegistrationRow) => `${personOf(row)}, ${row.eventName}`,
}
