import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import list from '#web/core/ui/list-table.module.css'
import styles from './hours-table.module.css'

interface Row {
  /** From 1, as in the file. */
  number: number
  cells: string[]
  isRefused: boolean
}

interface Props {
  label: string
  summary: { text: string; isRefused: boolean }[]
  columns: [string, string, string, string]
  rows: Row[]
}

const rowHeight = 36

/** The rows of a list, those that can't be done first; ten thousand of them, of which only those in sight are drawn. */
export function HoursTable({ label, summary, columns, rows }: Props) {
  const region = useRef<HTMLDivElement>(null)
  const ordered = rows.toSorted((a, b) => Number(b.isRefused) - Number(a.isRefused))
  const virtualizer = useVirtualizer({
    count: ordered.length,
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const drawn = virtualizer.getVirtualItems()
  const above = drawn[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  return (
    <section className="stack" aria-label={label}>
      <div role="status">
        <ul className="row small">
          {summary.map(({ text, isRefused }) => (
            <li key={text} className="pill" data-tone={isRefused ? 'warn' : undefined}>
              {text}
            </li>
          ))}
        </ul>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <div ref={region} className={`card ${styles.region}`} tabIndex={0}>
        <table className={`${list.table} ${styles.table}`} aria-label={label} aria-rowcount={rows.length + 1}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {above > 0 && <tr aria-hidden style={{ height: above }} />}
            {drawn.map(({ index }) => {
              const { number, cells, isRefused } = ordered[index] as Row
              return (
                <tr
                  key={number}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  data-refused={isRefused || undefined}
                >
                  <td>{number}</td>
                  {cells.map((cell, place) => (
                    <td key={columns[place]} title={cell}>
                      {cell}
                    </td>
                  ))}
                </tr>
              )
            })}
            {below > 0 && <tr aria-hidden style={{ height: below }} />}
          </tbody>
        </table>
      </div>
    </section>
  )
}
