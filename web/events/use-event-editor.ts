import { useCallback, useState } from 'react'
import { getDashboard } from '#contract/dashboard/calls.ts'
import type { AdminEvent } from '#contract/events/calls.ts'
import { saveEventPlan } from '#contract/events/plans.ts'
import { getAllRegisteredUsers } from '#contract/registration-lists/calls.ts'
import { call } from '#web/core/api/call.ts'
import { useRecordEditor } from '#web/core/ui/record-editor.ts'
import { eventKind } from './event-merge.ts'
import { type EventValues, planOf, problemsOf } from './event-values.ts'
import { showsEvents } from './shows-events.ts'

interface Options {
  isNew: boolean
  newest: AdminEvent | undefined
  onSaved: () => void
}

/** The form of an event with its slots. It tells what is wrong from the first try to save on. */
export function useEventEditor({ isNew, newest, onSaved }: Options) {
  const [hasTried, setTried] = useState(false)
  const editor = useRecordEditor({
    kind: eventKind,
    isNew,
    newest,
    check: (values) => {
      setTried(true)
      return problemsOf(values)
    },
    checksOnlyOnSubmit: true,
    save: (values, base) => call(saveEventPlan, { body: planOf(values, base) }),
    // Registrations show the time of their slot.
    reloads: [...showsEvents, getAllRegisteredUsers, getDashboard],
    onSaved,
    failed: 'The event could not be saved. Please try again.',
  })
  const { values, setValues } = editor.fields
  const change = useCallback(
    (changed: (values: EventValues) => EventValues) => setValues((values) => changed(values as EventValues)),
    [setValues],
  )
  return { ...editor, values, change, problems: hasTried ? problemsOf(values) : {} }
}
