import { useNavigate } from '@tanstack/react-router'
import { currentSeason } from '#web/core/season.ts'
import { AdminFigure } from './admin-figure.tsx'
import type { FigureRow } from './figures.ts'
import { registrationsLink } from './registrations-link.ts'

interface Props {
  title: string
  text: string
  /** The head of the first column. */
  of: string
  /** The heads of the other columns. The first of them is drawn. */
  columns: [string, ...string[]]
  rows: FigureRow[]
  unit?: string
  full?: number
}

/** A figure of rows: a bar each, which links to its registrations, or a table. */
export function BarFigure({ title, text, of, columns, rows, ...drawn }: Props) {
  const season = currentSeason()
  const navigate = useNavigate()
  const bars = rows.map(({ label, shortLabel = label, focusId, counted, values }) => ({
    label: shortLabel,
    value: values[0] ?? 0,
    focusId,
    ...(counted && { open: () => void navigate(registrationsLink(counted, season)) }),
  }))
  return (
    <AdminFigure
      title={title}
      text={text}
      drawing={{ kind: 'bars', measure: columns[0], bars, ...drawn }}
      table={{ caption: title, of, columns, rows }}
    />
  )
}
