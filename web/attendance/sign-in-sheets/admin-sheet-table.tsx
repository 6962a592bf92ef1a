import { Button } from '@mantine/core'
import { useMemo, useRef } from 'react'
import type { DoorPerson } from '#contract/attendance/check-ins/calls.ts'
import { getDoorList } from '#contract/attendance/check-ins/calls.ts'
import { enterSheet } from '#contract/attendance/check-ins/sheet-calls.ts'
import type { SheetAct } from '#contract/attendance/check-ins/sheet-times.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownTime } from '#contract/core/plain-dates.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { call } from '#web/core/api/call.ts'
import { can } from '#web/core/session/can.ts'
import { counted } from '#web/core/texts/counts.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { useKeptForm } from '#web/core/ui/kept-form.ts'
import { AdminSheetRow } from './admin-sheet-row.tsx'
import styles from './admin-sheet-table.module.css'
import type { TypedCells } from './sheet-cells.ts'
import { cellOf, cellProblems, changesOf, shownCell, tidied } from './sheet-cells.ts'

interface Props {
  eventSlotId: number
  slot: SlotTime
  day: PlainDate
  people: DoorPerson[]
}

const nothing: TypedCells = {}

/** The times of a signed sheet, to type with the keyboard alone. Sends only what differs from what is noted. */
export function AdminSheetTable({ eventSlotId, slot, day, people }: Props) {
  // A time that is sent again, after a lost answer, is stored once.
  const checkInIds = useRef(new Map<string, string>())
  const form = useKeptForm<TypedCells, number>(`the sheet of slot ${eventSlotId} on ${day}`, {
    initialValues: nothing,
    checksOnlyOnSubmit: true,
    survivesLeaving: true,
    check: (typed) => cellProblems(typed, people, { day, now: new Date() }),
    async send(typed) {
      const changes = changesOf(typed, people).map((change) => ({ ...change, checkInId: idOf(change) }))
      if (changes.length > 0) await call(enterSheet, { body: { eventSlotId, day, changes } })
      // The same time, typed again later, is another change.
      checkInIds.current.clear()
      return changes.length
    },
    reloads: [getDoorList],
    toast: (changes) => (changes > 0 ? `${counted(changes, 'time')} saved` : 'No changes'),
    done: () => {
      form.fields.reset()
    },
    failed: "Couldn't save the sheet. Try again.",
  })
  const { fields } = form
  const current = useRef(fields)
  current.current = fields
  // They never change, so that a row is drawn again only if its own cells change.
  const acts = useMemo(() => {
    const set = (person: DoorPerson, act: SheetAct, text: string) =>
      current.current.setFieldValue(cellOf(person.registrationId, act), text)
    return {
      onType: set,
      onLeave(person: DoorPerson, act: SheetAct, text: string) {
        if (text !== shownCell({}, person, act)) set(person, act, tidied(text))
      },
      onSame: (person: DoorPerson, act: SheetAct) =>
        set(person, act, shownTime(act === 'in' ? slot.startTime : slot.endTime)),
    }
  }, [slot])
  const changed = changesOf(fields.values, people).length

  return (
    <form {...form.formProps} aria-label="Sign-in times">
      <p className="muted small">
        Type times like 8, 752 or 4p. Enter or Tab goes to the next cell, arrows go up and down. The key =
        fills in {shownTime(slot.startTime)} or {shownTime(slot.endTime)}.
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Name</th>
            <th scope="col">In</th>
            <th scope="col">Out</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person, index) => (
            <AdminSheetRow
              key={person.registrationId}
              person={person}
              place={index + 1}
              {...acts}
              inText={shownCell(fields.values, person, 'in')}
              outText={shownCell(fields.values, person, 'out')}
              inProblem={problemOf(person, 'in')}
              outProblem={problemOf(person, 'out')}
            />
          ))}
        </tbody>
      </table>
      <div className={`row ${styles.save}`}>
        {can(enterSheet) && (
          <Button type="submit" loading={form.isSending} disabled={changed === 0}>
            {changed === 0 ? 'Save times' : `Save ${counted(changed, 'time')}`}
          </Button>
        )}
        <FormProblem text={form.problem} />
      </div>
    </form>
  )

  function problemOf({ registrationId }: DoorPerson, act: SheetAct) {
    const problem = fields.errors[cellOf(registrationId, act)]
    return typeof problem === 'string' ? problem : undefined
  }

  function idOf(change: object) {
    const key = JSON.stringify(change)
    const known = checkInIds.current.get(key) ?? crypto.randomUUID()
    checkInIds.current.set(key, known)
    return known
  }
}
