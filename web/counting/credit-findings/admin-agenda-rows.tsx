import { ActionIcon, Button, Text } from '@mantine/core'
import { Plus, Trash2, X } from 'lucide-react'
import { shownDay } from '#contract/core/plain-dates.ts'
import type { AgendaProblem } from '#contract/events/slots/agenda-rules.ts'
import type { AgendaHour } from '#contract/events/slots/agendas.ts'
import { endOf } from '#contract/events/slots/agendas.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import styles from './agenda.module.css'
import { clockTime, instantOf } from './taught-hours.ts'

interface Props {
  slot: SlotTime
  hours: AgendaHour[]
  problems: AgendaProblem[]
  onChange: (hours: AgendaHour[]) => void
}

/**
 * A slot's hours, a line each: the times of teaching, and its worth. The inputs are plain, because there may
 * be many.
 */
export function AdminAgendaRows({ slot, hours, problems, onChange }: Props) {
  const general = problems.find(({ hour }) => hour === null)
  return (
    <>
      <ol className="card lines">
        {hours.map((hour, place) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: while its times are typed, an hour is known only by its place
            key={place}
            slot={slot}
            hour={hour}
            name={`Hour ${hour.hour}`}
            problemId={`problem-of-hour-${place + 1}`}
            isFirstOfDay={hours[place - 1]?.on !== hour.on}
            problem={problems.find((problem) => problem.hour === place)}
            onChange={(changed) => onChange(hours.toSpliced(place, 1, ...(changed ? [changed] : [])))}
          />
        ))}
      </ol>
      {general && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {general.words}
        </Text>
      )}
    </>
  )
}

interface RowProps {
  slot: SlotTime
  hour: AgendaHour
  name: string
  problemId: string
  isFirstOfDay: boolean
  problem: AgendaProblem | undefined
  /** undefined: this hour was dropped. */
  onChange: (hour: AgendaHour | undefined) => void
}

function Row({ slot, hour, name, problemId: id, isFirstOfDay, problem, onChange }: RowProps) {
  const { on, pieces, value } = hour
  const named = `${name}, ${shownDay(on)}`
  const describes = problem && { 'aria-describedby': id }

  function setPiece(place: number, piece: AgendaHour['pieces'][number] | undefined) {
    onChange({ ...hour, pieces: pieces.toSpliced(place, 1, ...(piece ? [piece] : [])) })
  }

  /** Adds a piece after the last one, ten minutes later. */
  function addPiece() {
    const end = endOf(hour).getTime()
    const after = { startAt: new Date(end + 10 * minuteMs), endAt: new Date(end + 20 * minuteMs) }
    onChange({ ...hour, pieces: [...pieces, after] })
  }

  return (
    <li className={styles.row} aria-label={named}>
      {isFirstOfDay && <div className={`strong ${styles.day}`}>{shownDay(on)}</div>}
      <span className={styles.name}>{name}</span>
      <div className={styles.pieces}>
        {pieces.map((piece, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: while it is typed, a time is known only by its place
          <div key={place} className={styles.piece}>
            {(['startAt', 'endAt'] as const).map((side) => (
              <input
                key={side}
                type="time"
                required
                {...(clockTime(piece[side]).length > 5 && { step: 1 })}
                value={clockTime(piece[side])}
                aria-label={`${named}: ${side === 'startAt' ? 'from' : 'to'}${place > 0 ? `, part ${place + 1}` : ''}`}
                aria-invalid={problem !== undefined}
                {...describes}
                onChange={({ currentTarget }) =>
                  setPiece(place, { ...piece, [side]: instantOf(slot, on, currentTarget.value) })
                }
              />
            ))}
            {pieces.length > 1 && (
              <ActionIcon
                variant="subtle"
                size={34}
                title="Remove this part"
                aria-label={`Remove part ${place + 1} of ${named}`}
                onClick={() => setPiece(place, undefined)}
              >
                <X size={16} />
              </ActionIcon>
            )}
          </div>
        ))}
      </div>
      <label className={styles.worth}>
        <input
          type="number"
          min={1}
          value={Number.isNaN(value) ? '' : value}
          aria-label={`${named}: worth in minutes of credit`}
          aria-invalid={problem !== undefined}
          {...describes}
          onChange={({ currentTarget }) => onChange({ ...hour, value: currentTarget.valueAsNumber })}
        />
        <span className="muted tiny">min of credit</span>
      </label>
      <div className={styles.buttons}>
        <ActionIcon
          variant="subtle"
          size={34}
          title="Interrupted? Add a part"
          aria-label={`Add a part to ${named}`}
          onClick={addPiece}
        >
          <Plus size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          size={34}
          title="This hour was dropped"
          aria-label={`${named} was dropped`}
          onClick={() => onChange(undefined)}
        >
          <Trash2 size={16} />
        </ActionIcon>
      </div>
      {problem && (
        <div className={`row ${styles.problem}`}>
          <Text id={id} size="sm" c="var(--mantine-color-error)">
            {problem.words}
          </Text>
          {problem.value !== undefined && (
            <Button
              variant="default"
              size="xs"
              aria-label={`Give it ${problem.value} minutes: ${named}`}
              onClick={() => onChange({ ...hour, value: problem.value ?? value })}
            >
              Give it {problem.value} minutes
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

const minuteMs = 60_000
