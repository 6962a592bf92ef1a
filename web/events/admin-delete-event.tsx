import { Button } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { getActivities } from '#contract/activities/calls.ts'
import { getEventsWithSlots } from '#contract/events/calls.ts'
import { deleteEvent, eventMessages, registeredRefusal } from '#contract/events/edits.ts'
import { useAct } from '#web/core/api/act.ts'
import { confirm } from '#web/core/ui/dialogs.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import styles from './admin-event-form.module.css'
import type { SavedEvent } from './event-draft.ts'

/** Deletes an event that nobody is registered for; of another one it says why not. */
export function AdminDeleteEvent({ event, onDeleted }: { event: SavedEvent; onDeleted: () => void }) {
  const { eventId, eventName, version, slots } = event
  const registrations = slots.reduce((sum, slot) => sum + slot.registrations, 0)
  const { act, isRunning, problem } = useAct(deleteEvent, {
    confirm: () =>
      confirm({
        title: 'Are you sure you want to delete this event?',
        message: `'${eventName}' goes with its time slots, speakers and sponsors.`,
        confirmLabel: 'Delete event',
        tone: 'danger',
      }),
    done: () => {
      toastDone(`'${eventName}' is deleted`)
      onDeleted()
    },
    failed: eventMessages.deleted,
    reloads: [getEventsWithSlots, getActivities],
  })
  return (
    <>
      <FormProblem text={problem} />
      <Button
        variant="subtle"
        color="red"
        size="sm"
        className={styles.delete ?? ''}
        leftSection={<Trash2 size={15} aria-hidden />}
        loading={isRunning}
        disabled={registrations > 0}
        {...(registrations > 0 && { title: registeredRefusal(registrations, 'event') })}
        onClick={() => void act({ body: { eventId, version } })}
      >
        Delete event
      </Button>
    </>
  )
}
