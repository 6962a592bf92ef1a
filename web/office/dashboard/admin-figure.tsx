import { Button, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ChartColumn, Table } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { fetchCode } from '#web/core/code.ts'
import { currentSeason } from '#web/core/season.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { Contained } from '#web/core/ui/contained.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import styles from './admin-figure.module.css'
import type { Drawing } from './drawn-figure.tsx'
import type { FigureRow } from './figures.ts'
import { registrationsLink } from './registrations-link.ts'

const DrawnFigure = lazy(() => fetchCode(() => import('./drawn-figure.tsx')))

interface FigureNumbers {
  caption: string
  /** The head of the first column. */
  of: string
  columns: string[]
  rows: FigureRow[]
}

interface Props {
  title: string
  /** A sentence about the figure. */
  text: string
  drawing: Drawing
  table: FigureNumbers
}

/** A figure of the dashboard, drawn or as a table. Screen readers always get the table. */
export function AdminFigure({ title, text, drawing, table }: Props) {
  const [isTable, setTable] = useState(false)
  const id = useId()
  const Icon = isTable ? ChartColumn : Table
  return (
    <section className={`card pad ${styles.figure}`} aria-labelledby={id}>
      <div className="spread">
        <h2 id={id}>{title}</h2>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<Icon size={14} />}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
          <VisuallyHidden>: {title}</VisuallyHidden>
        </Button>
      </div>
      <Hint mb="sm">{text}</Hint>
      {isTable ? (
        <FigureTable {...table} isPlain={false} />
      ) : (
        <>
          {/* Without links: nobody would see which one has the focus. */}
          <VisuallyHidden>
            <FigureTable {...table} isPlain />
          </VisuallyHidden>
          <div aria-hidden>
            <Contained onBreak={() => setTable(true)}>
              <Suspense fallback={<div className={styles.coming} />}>
                <DrawnFigure drawing={drawing} />
              </Suspense>
            </Contained>
          </div>
        </>
      )}
    </section>
  )
}

/** A figure's numbers. Each line links to its registrations. */
function FigureTable({ caption, of, columns, rows, isPlain }: FigureNumbers & { isPlain: boolean }) {
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

function shown(value: number | null | undefined) {
  return value == null ? '–' : shownCount(value)
}
