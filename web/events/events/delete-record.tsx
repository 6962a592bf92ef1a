import { Button } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useAct } from '#web/core/api/act.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { showsEvents } from './shows-events.ts'

interface Props {
  /** In words: 'sponsor'. */
  of: string
  name: string
  question: { title: string; message: string }
  /** The reason why the record can't be deleted. */
  refusal?: string | undefined
  onDelete: () => Promise<unknown>
  onDeleted: () => void
}

/** Deletes an event or a part of one, after a question. */
export function DeleteRecord({ of, name, question, refusal, onDelete, onDeleted }: Props) {
  const { button, problem } = useAct(onDelete, {
    confirm: { ...question, confirmLabel: `Delete ${of}`, tone: 'danger' },
    toast: `${name} is deleted`,
    done: onDeleted,
    failed: `Failed to delete the ${of}. Please try again.`,
    reloads: showsEvents,
  })
  return (
    <>
      <FormProblem text={problem} />
      <Button
        variant="subtle"
        color="red"
        ml={-10}
        mr="auto"
        {...(refusal && { bg: 'transparent' })}
        leftSection={<Trash2 size={15} />}
        {...button()}
        disabled={refusal !== undefined}
        title={refusal}
      >
        Delete {of}
      </Button>
    </>
  )
}
