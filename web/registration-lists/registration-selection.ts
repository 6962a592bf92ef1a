import { useMemo, useRef, useState } from 'react'
import type { RegistrationRow } from '#contract/registration-lists/rows.ts'
import type { TableSelection } from '#web/core/ui/table-selection.tsx'
import { personOf } from '#web/registrations/registration-actions.ts'

/** The registrations chosen for a bulk job: single ones, or all that match the filters. */
type ChosenRegistrations = { ids: ReadonlySet<number> } | 'all that match'

export interface RegistrationSelection extends TableSelection<RegistrationRow> {
  chosen: ChosenRegistrations
  chooseAllThatMatch: () => void
  clear: () => void
}

const none: ChosenRegistrations = { ids: new Set() }

/** Keeps chosen rows on other pages. A choice of all that match ends when the filters change. `rows` are those of the page. */
export function useRegistrationSelection(rows: RegistrationRow[], filters: string): RegistrationSelection {
  const [{ chosen, of }, set] = useState({ chosen: none, of: filters })
  const shown = useRef(rows)
  const lastToggled = useRef<number>(undefined)
  shown.current = rows
  const valid = chosen === 'all that match' && of !== filters ? none : chosen

  return useMemo(() => {
    const change = (change: (ids: Set<number>) => void) =>
      set(({ chosen: before }) => {
        const ids = new Set(before === 'all that match' ? shown.current.map(idOf) : before.ids)
        change(ids)
        return { chosen: { ids }, of: filters }
      })
    return {
      chosen: valid,
      isSelected: (row) => valid === 'all that match' || valid.ids.has(idOf(row)),
      nameOf: (row) => `${personOf(row)}, ${row.eventName}`,
      toggle(row, isRange) {
        const range = isRange ? between(shown.current, lastToggled.current, idOf(row)) : [row]
        lastToggled.current = idOf(row)
        change((ids) => {
          const isChosen = isRange || !ids.has(idOf(row))
          for (const each of range) isChosen ? ids.add(idOf(each)) : ids.delete(idOf(each))
        })
      },
      toggleAll: (rows, isSelected) =>
        change((ids) => {
          for (const row of rows) isSelected ? ids.add(idOf(row)) : ids.delete(idOf(row))
        }),
      chooseAllThatMatch: () => set({ chosen: 'all that match', of: filters }),
      clear: () => set({ chosen: none, of: filters }),
    }
  }, [valid, filters])
}

/** Returns the shown rows between two ids; only the last if the first is not shown. */
function between(rows: RegistrationRow[], from: number | undefined, to: number): RegistrationRow[] {
  const [a, b] = [from ?? to, to].map((id) => rows.findIndex((row) => idOf(row) === id)) as [number, number]
  return a < 0 ? rows.slice(b, b + 1) : rows.slice(Math.min(a, b), Math.max(a, b) + 1)
}

function idOf({ registrationId }: RegistrationRow): number {
  return registrationId
}
