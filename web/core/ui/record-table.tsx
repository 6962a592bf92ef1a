import type { ReactNode } from 'react'
import list from './list-table.module.css'

export interface RecordTableProps<Row> {
  label: string
  rows: Row[]
  /** The field that tells rows apart, or a function where it takes several. */
  rowId: keyof Row | ((row: Row) => string | number)
  /** The columns by name, with what each shows of a row. */
  columns: Record<string, (row: Row) => ReactNode>
  empty?: string
  /** Rows that are over are paler. */
  isOver?: (row: Row) => boolean
  isSelected?: (row: Row) => boolean
  /** The heading above a row. Rows with the same heading follow each other. */
  groupOf?: (row: Row) => string
  /** The rows belong to the previous search, and are paler. */
  isStale?: boolean
  /** The widths of columns, in px or as a share; by default as wide as the content. */
  widths?: Record<string, number | string>
}

/** A table of records. On a phone each row is a block with the columns' names. */
export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { label, rows, rowId, columns, empty, isOver, isSelected, groupOf, isStale, widths } = props
  if (rows.length === 0) return <p className="muted">{empty}</p>
  const names = Object.keys(columns)
  return (
    <table
      className={`${list.table} ${list.records}`}
      style={widths && { tableLayout: 'fixed' }}
      aria-label={label}
      aria-busy={isStale}
    >
      {widths && (
        <colgroup>
          {names.map((name) => (
            <col key={name} style={{ width: widths[name] }} />
          ))}
        </colgroup>
      )}
      <thead>
        <tr>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {[...Map.groupBy(rows, (row) => groupOf?.(row))].map(([group, ofGroup]) => (
        <tbody key={group}>
          {group !== undefined && (
            <tr>
              <th scope="rowgroup" colSpan={names.length}>
                {group}
              </th>
            </tr>
          )}
          {ofGroup.map((row) => (
            <tr
              key={typeof rowId === 'function' ? rowId(row) : String(row[rowId])}
              data-over={isOver?.(row) || undefined}
              data-selected={isSelected?.(row) || undefined}
            >
              {Object.entries(columns).map(([name, show]) => (
                <td key={name} data-column={name}>
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}
