import { TextInput } from '@mantine/core'
import { memo } from 'react'
import type { DoorPerson } from '#contract/attendance/check-ins/calls.ts'
import type { SheetAct } from '#contract/attendance/check-ins/sheet-times.ts'
import { counted } from '#web/core/texts/counts.ts'
import styles from './admin-sheet-table.module.css'
import { sheetActs } from './sheet-cells.ts'
import { focusNext, moveByKey } from './sheet-keys.ts'

interface Props {
  person: DoorPerson
  place: number
  /** The texts of the two cells. */
  inText: string
  outText: string
  inProblem: string | undefined
  outProblem: string | undefined
  onType: (person: DoorPerson, act: SheetAct, text: string) => void
  onLeave: (person: DoorPerson, act: SheetAct, text: string) => void
  /** Fills in the start or end of the slot. */
  onSame: (person: DoorPerson, act: SheetAct) => void
}

const labels = { in: 'In', out: 'Out' } as const

/** A person of the sheet. Redrawn only if its own cells change, because a sheet has hundreds of rows. */
export const AdminSheetRow = memo(function AdminSheetRow({ person, place, ...row }: Props) {
  const { name, companyName, visits, isCanceled } = person
  const texts = { in: row.inText, out: row.outText }
  const problems = { in: row.inProblem, out: row.outProblem }
  const notes = [
    companyName,
    isCanceled && 'Canceled',
    visits.length > 1 && `${counted(visits.length - 1, 'break')} noted`,
  ].filter(Boolean)
  return (
    <tr>
      <td className="muted small figures">{place}</td>
      <th scope="row" className="anywhere">
        {name}
        {notes.length > 0 && <span className={`muted small ${styles.notes}`}>{notes.join(' · ')}</span>}
      </th>
      {sheetActs.map((act) => (
        <td key={act}>
          <TextInput
            data-cell
            className={styles.cell ?? ''}
            aria-label={`${labels[act]}, ${name}`}
            value={texts[act]}
            error={problems[act]}
            autoComplete="off"
            onChange={(event) => row.onType(person, act, event.currentTarget.value)}
            onBlur={(event) => row.onLeave(person, act, event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === '=') {
                event.preventDefault()
                row.onSame(person, act)
                focusNext(event.currentTarget)
              } else moveByKey(event)
            }}
          />
        </td>
      ))}
    </tr>
  )
})
