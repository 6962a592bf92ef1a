import { Button } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useAct } from '#web/core/api/act.ts'
import { confirm } from '#web/core/ui/dialogs.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import styles from './admin-event-form.module.css'
import { showsEvents } from './shows-events.ts'

interface Props {
  /** What it is: 'sponsor'. */
  of: string
  name: string
  onDelete: () => Promise<unknown>
  onDeleted: () => void
}

/** Deletes what belongs to an event, once it is confirmed by its name. */
export function DeletePart({ of, name, onDelete, onDeleted }: Props) {
  const { act, isRunning, problem } = useAct(onDelete, {
    confirm: () =>
      confirm({
        title: `Are you sure you want to delete the ${of} '${name}'?`,
        message: 'It is taken off the event at once, for everybody.',
        confirmLabel: `Delete ${of}`,
        tone: 'danger',
      }),
    done: () => {
      toastDone(`${name} is deleted`)
      onDeleted()
    },
    failed: `Failed to delete the ${of}. Please try again.`,
    reloads: showsEvents,
  })
  return (
    <>
      <FormProblem text={problem} />
      <Button
        variant="subtle"
        color="red"
        className={styles.delete ?? ''}
        leftSection={<Trash2 size={15} aria-hidden />}
        loading={isRunning}
        onClick={() => void act()}
      >
        Delete {of}
      </Button>
    </>
  )
}
