import { useMemo, useRef, useState } from 'react'
import type { TableSelection } from './table-selection.tsx'

/** The chosen rows of a list: single ones, or all that match the filters. */
type Chosen<Id> = { ids: ReadonlySet<Id> } | 'all that match'

export interface ListSelection<Row, Id> extends TableSelection<Row> {
  chosen: Chosen<Id>
  chooseAllThatMatch: () => void
  clear: () => void
}

interface About<Row, Id> {
  idOf: (row: Row) => Id
  nameOf: (row: Row) => string
}

/**
 * Keeps chosen rows of other pages. A choice of all that match ends when the filters change. `rows`: the
 * page's. `about` must stay the same object.
 */
export function useListSelection<Row, Id>(
  rows: Row[],
  filters: string,
  about: About<Row, Id>,
): ListSelection<Row, Id> {
  const [{ chosen, of }, set] = useState<{ chosen: Chosen<Id>; of: string }>({
    chosen: { ids: new Set() },
    of: filters,
  })
  const shown = useRef(rows)
  const lastToggled = useRef<Id>(undefined)
  shown.current = rows
  const isOver = chosen === 'all that match' && of !== filters
  const valid = useMemo(() => (isOver ? { ids: new Set<Id>() } : chosen), [isOver, chosen])

  return useMemo(() => {
    const { idOf, nameOf } = about
    const change = (change: (ids: Set<Id>) => void) =>
      set(({ chosen: before }) => {
        const ids = new Set(before === 'all that match' ? shown.current.map(idOf) : before.ids)
        change(ids)
        return { chosen: { ids }, of: filters }
      })
    return {
      chosen: valid,
      isSelected: (row) => valid === 'all that match' || valid.ids.has(idOf(row)),
      nameOf,
      toggle(row, isRange) {
        const ids = shown.current.map(idOf)
        const range = isRange ? between(ids, lastToggled.current, idOf(row)) : [idOf(row)]
        lastToggled.current = idOf(row)
        change((ids) => {
          const isChosen = isRange || !ids.has(idOf(row))
          for (const each of range) isChosen ? ids.add(each) : ids.delete(each)
        })
      },
      toggleAll: (rows, isSelected) =>
        change((ids) => {
          for (const row of rows) isSelected ? ids.add(idOf(row)) : ids.delete(idOf(row))
        }),
      chooseAllThatMatch: () => set({ chosen: 'all that match', of: filters }),
      clear: () => set({ chosen: { ids: new Set() }, of: filters }),
    }
  }, [valid, filters, about])
}

/** Returns the shown ids between two; only the last if the first is not shown. */
function between<Id>(ids: Id[], from: Id | undefined, to: Id): Id[] {
  const [a, b] = [ids.indexOf(from ?? to), ids.indexOf(to)]
  return a < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}
