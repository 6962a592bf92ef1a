import { useEffect, useRef } from 'react'

/** The rows selected for a bulk job. */
export interface TableSelection<T> {
  isSelected: (row: T) => boolean
  /** Selects or unselects a row; with `isRange`, also all rows since the last one. */
  toggle: (row: T, isRange: boolean) => void
  toggleAll: (rows: T[], isSelected: boolean) => void
  nameOf: (row: T) => string
}

interface RowProps<T> {
  selection: TableSelection<T>
  row: T
  isSelected: boolean
}

export function SelectRow<T>({ selection, row, isSelected }: RowProps<T>) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${selection.nameOf(row)}`}
      checked={isSelected}
      onChange={(event) => selection.toggle(row, (event.nativeEvent as MouseEvent).shiftKey)}
    />
  )
}

export function SelectAll<T>({ selection, rows }: { selection: TableSelection<T>; rows: T[] }) {
  const box = useRef<HTMLInputElement>(null)
  const count = rows.filter(selection.isSelected).length
  const isAll = count > 0 && count === rows.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll
  }, [count, isAll])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Select all rows of this page"
      checked={isAll}
      onChange={() => selection.toggleAll(rows, !isAll)}
    />
  )
}
