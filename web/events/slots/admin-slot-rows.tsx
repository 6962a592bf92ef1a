import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { CalendarDays, Coffee, Trash2, Undo2 } from 'lucide-react'
import { memo, startTransition, useEffect, useState } from 'react'
import { isInPerson as isHeldInPerson } from '#contract/events/events/facts.ts'
import { getOverCapacity } from '#contract/events/slots/calls.ts'
import { registeredRefusal } from '#contract/events/slots/rules.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { useData } from '#web/core/api/data.tsx'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { UnavailableIcon } from '#web/core/ui/unavailable-button.tsx'
import { AdminSlotBreaks } from './admin-slot-breaks.tsx'
import { AdminSlotLinks } from './admin-slot-links.tsx'
import styles from './admin-slot-rows.module.css'
import type { HasSlots, SavedSlot, SlotValues } from './slot-values.ts'
import { breaksOf, sharesDays, slotField, timeOf, withoutSlot, withSlot } from './slot-values.ts'
import { SlotWebinarPlace } from './slot-webinar-place.ts'

interface Props {
  slots: SlotValues[]
  saved: SavedSlot[] | undefined
  /** null: as the event's type says. */
  isInPerson: boolean | null
  /** Saved slots can have webinars. */
  hasWebinars: boolean
  problems: Record<string, string>
  /** Notes about the slots' days, by slot key. */
  notes: Record<string, string>
  onChange: (changed: <Event extends HasSlots>(values: Event) => Event) => void
}

const days = [
  { field: 'startOn', label: 'First day', type: 'date' },
  { field: 'endOn', label: 'Last day', type: 'date' },
] as const
const times = [
  { field: 'startTime', label: 'Starts', type: 'time' },
  { field: 'endTime', label: 'Ends', type: 'time' },
] as const
const withDays = [...days, ...times]
const typedFields = [...withDays.map(({ field }) => field), 'capacity', 'breaks'] as const

/**
 * An event's slots, a line each, with their own days and breaks only if needed. The inputs are plain: there
 * may be forty lines.
 */
export function AdminSlotRows({
  slots,
  saved = [],
  isInPerson,
  hasWebinars,
  problems,
  notes,
  onChange,
}: Props) {
  const shown = useGrowing(slots.length)
  const [hasDays, showDays] = useState(false)
  // They stay, or an input would vanish as soon as its day equals the other slots'.
  if (!hasDays && !sharesDays({ slots })) showDays(true)
  const [hasBreaks, showBreaks] = useState(false)
  if (!hasBreaks && slots.some((slot) => mayNeedBreaks(slot, isInPerson))) showBreaks(true)
  if (slots.length === 0) return <p className="muted small">No time slots yet.</p>
  return (
    <>
      <ol className={`card lines ${hasDays ? '' : styles.sameDays}`}>
        {slots.slice(0, shown).map((slot, place) => (
          <Row
            key={slot.key}
            slot={slot}
            number={place + 1}
            saved={saved.find(({ eventSlotId }) => eventSlotId === slot.eventSlotId)}
            hasWebinar={hasWebinars}
            problem={problemText(problems, slot, hasDays)}
            note={notes[slot.key]}
            hasDays={hasDays}
            hasBreaks={hasBreaks}
            isInPerson={isInPerson}
            wrong={typedFields.filter((field) => problems[slotField(slot.key, field)]).join()}
            onChange={onChange}
          />
        ))}
      </ol>
      {!(hasDays && hasBreaks) && (
        <Group gap="sm">
          {!hasDays && (
            <SmallButton icon={CalendarDays} onClick={() => showDays(true)}>
              Different days per slot
            </SmallButton>
          )}
          {!hasBreaks && (
            <SmallButton icon={Coffee} onClick={() => showBreaks(true)}>
              Give slots breaks
            </SmallButton>
          )}
        </Group>
      )}
    </>
  )
}

/** Returns how many rows to draw. A date input has many parts, so the form is drawn first, then row by row. */
function useGrowing(rows: number) {
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
  /** The slot's problems, in sentences. */
  problem: string
  note: string | undefined
  /** The line has inputs for the days, too. */
  hasDays: boolean
  /** The line has inputs for breaks, too. */
  hasBreaks: boolean
  isInPerson: boolean | null
  /** The wrong fields, comma-separated: a text, so that `memo` can compare it. */
  wrong: string
  onChange: Props['onChange']
}

const Row = memo(function Row(props: RowProps) {
  const { slot, number, saved, hasWebinar, problem, note, hasDays, hasBreaks, isInPerson, wrong, onChange } =
    props
  const [isWebinarOpen, setWebinarOpen] = useState(false)
  const { key, isRemoved } = slot
  const registrations = saved?.registrations ?? 0
  const id = `problem-of-${key}`
  const time = timeOf(slot)
  const name = time ? shownTimeslot(time) : `Slot ${number}`
  return (
    <li className={styles.row} data-removed={isRemoved || undefined} aria-label={`Slot ${number}`}>
      {(hasDays ? withDays : times).map(({ field, label, type }) => (
        <label key={field} className={styles.field}>
          <span className={`muted tiny ${styles.label}`}>{label}</span>
          <input
            type={type}
            required
            value={slot[field]}
            disabled={isRemoved}
            aria-label={label}
            aria-invalid={wrong.split(',').includes(field)}
            {...(problem && { 'aria-describedby': id })}
            onChange={({ currentTarget: { value } }) =>
              onChange((event) => withSlot(event, key, { [field]: value }))
            }
          />
        </label>
      ))}
      <label className={styles.field}>
        <span className={`muted tiny ${styles.label}`}>Seats</span>
        <input
          type="number"
          min={1}
          placeholder="No limit"
          value={slot.capacity ?? ''}
          disabled={isRemoved}
          aria-label="Seats"
          aria-invalid={wrong.split(',').includes('capacity')}
          {...(problem && { 'aria-describedby': id })}
          onChange={({ currentTarget: { value } }) =>
            onChange((event) => withSlot(event, key, { capacity: value === '' ? null : Number(value) }))
          }
        />
      </label>
      <label className={`small ${styles.state}`}>
        <input
          type="checkbox"
          checked={slot.isOpen}
          disabled={isRemoved}
          aria-label={`${name} is open for registration`}
          onChange={({ currentTarget: { checked } }) =>
            onChange((event) => withSlot(event, key, { isOpen: checked }))
          }
        />
        {slot.isOpen ? 'Open' : 'Closed'}
      </label>
      <span className={`muted small figures ${styles.state}`}>{stateOf(slot, registrations)}</span>
      <span className={styles.links}>
        {saved && hasWebinar && (
          <Button
            variant="subtle"
            size="xs"
            h={34}
            px={4}
            aria-expanded={isWebinarOpen}
            aria-label={`Webinar of ${name}`}
            onClick={() => setWebinarOpen(!isWebinarOpen)}
          >
            Webinar
          </Button>
        )}
        {saved && <AdminSlotLinks {...saved} hasSheet={isHeldThere(slot, isInPerson)} name={name} />}
      </span>
      {registrations > 0 && !isRemoved ? (
        <UnavailableIcon
          variant="subtle"
          size={34}
          why={registeredRefusal(registrations, 'time slot')}
          aria-label={`Delete ${name}`}
        >
          <Trash2 size={16} />
        </UnavailableIcon>
      ) : (
        <ActionIcon
          variant="subtle"
          color={isRemoved ? 'brand' : 'red'}
          size={34}
          aria-label={isRemoved ? `Keep ${name}` : `Delete ${name}`}
          onClick={() => onChange((event) => withoutSlot(event, key))}
        >
          {isRemoved ? <Undo2 size={16} /> : <Trash2 size={16} />}
        </ActionIcon>
      )}
      {hasBreaks && (
        <div className={styles.below}>
          <AdminSlotBreaks
            of={name}
            breaks={slot.breaks ?? breaksOf(slot, isInPerson)}
            isDisabled={isRemoved}
            isWrong={wrong.split(',').includes('breaks')}
            describedBy={problem ? id : undefined}
            onChange={(breaks) => onChange((event) => withSlot(event, key, { breaks }))}
          />
        </div>
      )}
      {problem && (
        <Text id={id} size="sm" c="var(--mantine-color-error)" className={styles.below ?? ''}>
          {problem}
        </Text>
      )}
      {slot.eventSlotId !== null && slot.capacity !== null && slot.capacity < registrations && (
        <div className={styles.below}>
          <AdminOverCapacity eventSlotId={slot.eventSlotId} capacity={slot.capacity} />
        </div>
      )}
      {note && (
        <p className={`small ${styles.below}`} role="status">
          {note}
        </p>
      )}
      {isWebinarOpen && saved && (
        <div className={styles.below}>
          <SlotWebinarPlace slot={saved} />
        </div>
      )}
    </li>
  )
})

function stateOf({ isRemoved, eventSlotId }: SlotValues, registrations: number) {
  if (isRemoved) return 'Will be deleted'
  if (eventSlotId === null) return 'New'
  return `${shownCount(registrations)} registered`
}

/** Returns true if a slot has breaks or is in person, where a long day has lunch. */
function mayNeedBreaks(slot: SlotValues, isEventInPerson: boolean | null) {
  return isHeldThere(slot, isEventInPerson) || breaksOf(slot, isEventInPerson).length > 0
}

function isHeldThere({ focusId }: SlotValues, isInPerson: boolean | null) {
  return focusId !== null && isHeldInPerson({ focusId, isInPerson })
}

/** Days that all slots share have their problem above. */
function problemText(problems: Record<string, string>, { key }: SlotValues, hasDays: boolean) {
  const fields = hasDays
    ? typedFields
    : typedFields.filter((typed) => days.every(({ field }) => field !== typed))
  const sentences = fields.flatMap((field) => problems[slotField(key, field)] ?? [])
  return [...new Set(sentences)].join(' ')
}

/** Names the last people to register for a slot with more people than seats. Nobody is removed. */
function AdminOverCapacity({ eventSlotId, capacity }: { eventSlotId: number; capacity: number }) {
  const over = useData(getOverCapacity, { query: { eventSlotId, capacity } }, { keepPrevious: true })
  const { people = [], total = 0 } = over.data ?? {}
  if (total === 0) return null
  const more = total - people.length
  return (
    <p className="small" role="status">
      {counted(total, 'person', 'people')} more than {counted(capacity, 'seat')}. Everyone stays registered.
      The last to register: {people.map(({ name, email }) => name || email).join(', ')}
      {more > 0 && ` and ${more} more`}.
    </p>
  )
}
