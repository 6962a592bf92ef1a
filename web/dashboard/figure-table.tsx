import { Link } from '@tanstack/react-router'
import { currentSeason } from '#web/core/season.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import styles from './admin-figure.module.css'
import type { FigureRow } from './figures.ts'
import { registrationsLink } from './registrations-link.ts'

export interface FigureNumbers {
  caption: string
  /** The head of the first column. */
  of: string
  columns: string[]
  rows: FigureRow[]
}

/** The numbers of a figure. Each line links to the registrations it counts. */
export function FigureTable({ caption, of, columns, rows, isPlain }: FigureNumbers & { isPlain: boolean }) {
  const season = currentSeason()
  return (
    <table className={`small figures ${styles.table}`}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, counted, values }) => (
          <tr key={JSON.stringify(counted) ?? label}>
            <th scope="row">
              {counted && !isPlain ? <Link {...registrationsLink(counted, season)}>{label}</Link> : label}
            </th>
            {columns.map((column, place) => (
              <td key={column}>{shown(values[place])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function shown(value: number | null | undefined): string {
  return value == null ? '–' : shownCount(value)
}
