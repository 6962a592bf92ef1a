import { useEffect, useRef } from 'react'

/** Which rows of a table are chosen for what is done to many. */
export interface TableSelection<T> {
  isSelected: (row: T) => boolean
  /** Chooses a row or takes it back; as a range, likewise all from the one before. */
  toggle: (row: T, isRange: boolean) => void
  /** Chooses all of these rows, or takes all of them back. */
  toggleAll: (rows: T[], isSelected: boolean) => void
  /** What a row is called, for screen readers. */
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

/** All rows of the page. */
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
