import { Button, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { NumberedEvent } from '#contract/foundation/training-providers/calls.ts'
import {
  getCourseNumbers,
  setCourseNumber,
  TypedCourseNumber,
} from '#contract/foundation/training-providers/calls.ts'
import { call } from '#web/core/api/call.ts'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { useUnsavedChanges } from '#web/core/ui/unsaved-changes.ts'
import styles from './providers.module.css'

interface Props {
  events: NumberedEvent[]
  /** Called with the typed number, for the preview. */
  onTyped: (courseNumber: string) => void
}

/** The events with their course numbers. */
export function CourseNumbers({ events, onTyped }: Props) {
  if (events.length === 0) return <Text size="sm">No events in this season or the one before.</Text>
  return (
    <ul className="lines">
      {events.map((event) => (
        <Row key={event.eventId} event={event} onTyped={onTyped} />
      ))}
    </ul>
  )
}

function Row({ event, onTyped }: { event: NumberedEvent; onTyped: (courseNumber: string) => void }) {
  const { eventId, eventName, dates, courseNumber: newest } = event
  const [before, setBefore] = useState(newest)
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { courseNumber: before },
    check: (values) => schemaErrors(TypedCourseNumber, values),
    send: async ({ courseNumber: typed }) => {
      const courseNumber = typed.trim()
      await call(setCourseNumber, { body: { eventId, courseNumber, before } })
      return courseNumber
    },
    reloads: [getCourseNumbers, getActivities],
    toast: `The course number of ${eventName} is saved`,
    done: (courseNumber) => {
      setBefore(courseNumber)
      fields.setFieldValue('courseNumber', courseNumber)
    },
    failed: "Couldn't save the course number. Try again.",
  })
  const typed = fields.values.courseNumber
  const hasChanges = typed.trim() !== before
  useUnsavedChanges(hasChanges)
  useEffect(() => {
    if (newest === before || isSending) return
    // Shows the number that another person saved, unless one is typed here.
    setBefore(newest)
    if (!hasChanges) fields.setFieldValue('courseNumber', newest)
  }, [newest, before, isSending, hasChanges, fields])

  const input = fields.getInputProps('courseNumber')
  return (
    <li className={styles.event}>
      <div>
        <div className="strong anywhere">{eventName}</div>
        <Hint>{dates || 'No time slots yet'}</Hint>
      </div>
      <form {...formProps} className={styles.number}>
        <TextInput
          aria-label={`Course number of ${eventName}`}
          placeholder="None"
          size="sm"
          {...input}
          onFocus={() => onTyped(typed)}
          onChange={(change) => {
            input.onChange(change)
            onTyped(change.currentTarget.value)
          }}
        />
        <Button type="submit" variant="default" loading={isSending} disabled={!hasChanges}>
          Save
        </Button>
        <FormProblem text={problem} />
      </form>
    </li>
  )
}
