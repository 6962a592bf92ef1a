import { Button } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useAct } from '#web/core/api/act.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { UnavailableButton } from '#web/core/ui/unavailable-button.tsx'
import { showsEvents } from './shows-events.ts'

interface Props {
  /** In words: 'sponsor'. */
  of: string
  name: string
  question: { title: string; message: string }
  /** The reason why the record can't be deleted. */
  refusal?: string | undefined
  onDelete: () => Promise<unknown>
  /** Adds the deleted record again, if that is possible. */
  onUndo?: () => Promise<unknown>
  onDeleted: () => void
}

const look = { variant: 'subtle', ml: -10, mr: 'auto', leftSection: <Trash2 size={15} /> }

/** Deletes an event or a part of one, after a question. */
export function DeleteRecord({ of, name, question, refusal, onDelete, onUndo, onDeleted }: Props) {
  const undo = useAct(async () => onUndo?.(), {
    toast: `${name} is restored`,
    failed: `Couldn't restore the ${of}. Try again.`,
    tell: 'toast',
    reloads: showsEvents,
  })
  const { button, problem } = useAct(onDelete, {
    confirm: { ...question, confirmLabel: `Delete ${of}`, tone: 'danger' },
    done: () => {
      toastDone(`${name} is deleted`, onUndo && { label: 'Undo', act: () => void undo.act() })
      onDeleted()
    },
    failed: `Failed to delete the ${of}. Please try again.`,
    reloads: showsEvents,
  })
  return (
    <>
      <FormProblem text={problem} />
      {refusal === undefined ? (
        <Button color="red" {...look} {...button()}>
          {`Delete ${of}`}
        </Button>
      ) : (
        <UnavailableButton why={refusal} {...look} bg="transparent">
          {`Delete ${of}`}
        </UnavailableButton>
      )}
    </>
  )
}
