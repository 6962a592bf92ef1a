import type { ReactNode } from 'react'
import styles from './record-table.module.css'

interface Props<Row> {
  /** What it lists, for screen readers. */
  label: string
  rows: Row[]
  rowId: (row: Row) => string | number
  /** What a column is called, and what it shows of a row. */
  columns: Record<string, (row: Row) => ReactNode>
  /** What stands in its place while there is nothing. */
  empty: string
  /** Rows that hold no longer are paler. */
  isOver?: (row: Row) => boolean
}

/** A short table of records; on a phone each row stands by itself, with the names of its columns. */
export function RecordTable<Row>({ label, rows, rowId, columns, empty, isOver }: Props<Row>) {
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>
  const names = Object.keys(columns)
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowId(row)} data-over={isOver?.(row) || undefined}>
            {Object.entries(columns).map(([name, show]) => (
              <td key={name} data-column={name}>
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
