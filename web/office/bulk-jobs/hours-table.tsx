import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { shownCount } from '#web/core/texts/counts.ts'
import list from '#web/core/ui/list-table.module.css'
import styles from './hours-table.module.css'

interface Row {
  cells: string[]
  verdict: string
  isRefused: boolean
}

interface Props {
  label: string
  columns: [string, string, string, string]
  rows: Row[]
}

const rowHeight = 36

/** An uploaded list's rows, refused ones first. Draws only the rows in sight, because a list may have 10,000. */
export function HoursTable({ label, columns, rows }: Props) {
  const region = useRef<HTMLDivElement>(null)
  const ordered = rows
    .map((row, index) => ({ ...row, number: index + 1 }))
    .sort((a, b) => Number(b.isRefused) - Number(a.isRefused))
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
          {[...Map.groupBy(ordered, ({ verdict }) => verdict)].map(([verdict, found]) => (
            <li key={verdict} className="pill" data-tone={found[0]?.isRefused ? 'warn' : undefined}>
              {shownCount(found.length)} × {verdict}
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
              const { number, cells, isRefused } = ordered[index] as (typeof ordered)[number]
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
