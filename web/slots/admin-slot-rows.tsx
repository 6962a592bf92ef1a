import { VisuallyHidden } from '@mantine/core'
import { Trash2, Undo2, Video } from 'lucide-react'
import { memo, startTransition, useEffect, useState } from 'react'
import { registeredRefusal } from '#contract/slots/rules.ts'
import { shownTimeslot } from '#contract/slots/times.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import styles from './admin-slot-rows.module.css'
import { AdminSlotWebinar } from './admin-slot-webinar.tsx'
import {
  type HasSlots,
  type SavedSlot,
  type SlotValues,
  slotField,
  timeOf,
  withoutSlot,
  withSlot,
} from './slot-values.ts'

interface Props {
  slots: SlotValues[]
  saved: SavedSlot[] | undefined
  /** Whether a webinar can be given to those that are saved. */
  hasWebinars: boolean
  problems: Record<string, string>
  /** By the key of a slot: what its day means. */
  notes: Record<string, string>
  onChange: (changed: <Event extends HasSlots>(values: Event) => Event) => void
}

const columns = [
  { field: 'startOn', label: 'First day', type: 'date' },
  { field: 'endOn', label: 'Last day', type: 'date' },
  { field: 'startTime', label: 'Starts', type: 'time' },
  { field: 'endTime', label: 'Ends', type: 'time' },
] as const

/** The slots of an event, a line each. Plain inputs, since there may be forty of them. */
export function AdminSlotRows({ slots, saved = [], hasWebinars, problems, notes, onChange }: Props) {
  const shown = useGrowing(slots.length)
  if (slots.length === 0) return <p className={styles.none}>There is none yet.</p>
  return (
    <ol className={styles.rows}>
      {slots.slice(0, shown).map((slot, place) => (
        <Row
          key={slot.key}
          slot={slot}
          number={place + 1}
          saved={saved.find(({ eventSlotId }) => eventSlotId === slot.eventSlotId)}
          hasWebinar={hasWebinars}
          problem={problemText(problems, slot)}
          note={notes[slot.key]}
          wrong={columns
            .filter(({ field }) => problems[slotField(slot.key, field)])
            .map(({ field }) => field)
            .join()}
          onChange={onChange}
        />
      ))}
    </ol>
  )
}

/** How many of the rows are drawn by now: none with the form around them, then one more with each moment of peace, since a date input is made of many parts. */
function useGrowing(rows: number): number {
  const [drawn, setDrawn] = useState(0)
  useEffect(() => {
    if (drawn >= rows) return undefined
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + 1)))
    return () => clearTimeout(timer)
  }, [drawn, rows])
  return drawn
}

interface RowProps {
  slot: SlotValues
  number: number
  saved: SavedSlot | undefined
  hasWebinar: boolean
  /** What is wrong with it, in sentences. */
  problem: string
  note: string | undefined
  /** The fields that are wrong, separated by commas: a row is drawn again only where something of it changes. */
  wrong: string
  onChange: Props['onChange']
}

const Row = memo(function Row({ slot, number, saved, hasWebinar, problem, note, wrong, onChange }: RowProps) {
  const [isWebinarOpen, setWebinarOpen] = useState(false)
  const { key, isRemoved } = slot
  const registrations = saved?.registrations ?? 0
  const id = `problem-of-${key}`
  const time = timeOf(slot)
  const name = time ? shownTimeslot(time) : `Slot ${number}`
  return (
    <li className={styles.row} data-removed={isRemoved || undefined} aria-label={`Slot ${number}`}>
      {columns.map(({ field, label, type }) => (
        <label key={field} className={styles.field}>
          <span className={styles.label}>{label}</span>
          <input
            type={type}
            required
            value={slot[field]}
            disabled={isRemoved}
            aria-invalid={wrong.split(',').includes(field)}
            {...(problem && { 'aria-describedby': id })}
            onChange={({ currentTarget: { value } }) =>
              onChange((values) => withSlot(values, key, { [field]: value }))
            }
          />
        </label>
      ))}
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={slot.isOpen}
          disabled={isRemoved}
          aria-label={`${name} is open for registration`}
          onChange={({ currentTarget: { checked } }) =>
            onChange((values) => withSlot(values, key, { isOpen: checked }))
          }
        />
        {slot.isOpen ? 'Open' : 'Closed'}
      </label>
      <span className={styles.state}>{stateOf(slot, registrations)}</span>
      {saved && hasWebinar ? (
        <button
          type="button"
          className={styles.action}
          aria-expanded={isWebinarOpen}
          title="Webinar"
          onClick={() => setWebinarOpen(!isWebinarOpen)}
        >
          <Video size={16} aria-hidden />
          <VisuallyHidden>Webinar of {name}</VisuallyHidden>
        </button>
      ) : (
        <span />
      )}
      <button
        type="button"
        className={`${styles.action} ${styles.remove}`}
        disabled={registrations > 0}
        title={registrations > 0 ? registeredRefusal(registrations, 'time slot') : undefined}
        onClick={() => onChange((values) => withoutSlot(values, key))}
      >
        {isRemoved ? <Undo2 size={16} aria-hidden /> : <Trash2 size={16} aria-hidden />}
        <VisuallyHidden>{isRemoved ? `Keep ${name}` : `Delete ${name}`}</VisuallyHidden>
      </button>
      {problem && (
        <p id={id} className={styles.problem}>
          {problem}
        </p>
      )}
      {note && (
        <p className={styles.note} role="status">
          {note}
        </p>
      )}
      {isWebinarOpen && saved && <AdminSlotWebinar slot={saved} />}
    </li>
  )
})

function stateOf({ isRemoved, eventSlotId }: SlotValues, registrations: number): string {
  if (isRemoved) return 'To be deleted'
  if (eventSlotId === null) return 'New'
  return `${shownCount(registrations)} registered`
}

function problemText(problems: Record<string, string>, { key }: SlotValues): string {
  const sentences = columns.flatMap(({ field }) => problems[slotField(key, field)] ?? [])
  return [...new Set(sentences)].join(' ')
}
