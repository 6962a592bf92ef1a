import type { ButtonProps } from '@mantine/core'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { History } from 'lucide-react'
import { FormProblem } from './form-problem.tsx'
import type { RecordEditor } from './record-editor.ts'
import styles from './save-record.module.css'

interface Props {
  editor: RecordEditor
  of: string
}

/** Shows what prevents saving: what went wrong, and what another person changed. */
export function SaveProblems({ editor, of }: Props) {
  return (
    <>
      <FormProblem text={editor.problem} />
      {(editor.isGone || editor.conflicts.length > 0) && <Conflicts editor={editor} of={of} />}
    </>
  )
}

/** The button that saves, with Cancel before it. Further props go to the button that saves. */
export function SaveButton({
  editor,
  of,
  onCancel,
  children,
  ...button
}: Props & ButtonProps & { onCancel?: () => void; onClick?: () => void }) {
  return (
    <>
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button type="submit" {...button} loading={editor.isSending} disabled={!editor.canSave}>
        {children ?? (editor.isNew ? `Add ${of}` : 'Save')}
      </Button>
    </>
  )
}

function Conflicts({ editor: { conflicts, choose, isGone }, of }: Props) {
  return (
    <Alert
      role="status"
      color="yellow"
      icon={<History />}
      title={
        isGone
          ? `Someone else deleted this ${of}`
          : 'Someone else changed the same fields. Which version do you want?'
      }
    >
      {isGone ? (
        'You can copy what you typed from here. The history shows who deleted it.'
      ) : (
        <Stack component="ul" className={styles.conflicts ?? ''} gap={10}>
          {conflicts.map(({ id, what, mine, theirs }) => (
            <li key={id}>
              <strong>{what}</strong>
              <Group gap={8} mt={4} className={styles.sides ?? ''}>
                <Button size="xs" variant="default" onClick={() => choose(id, 'mine')}>
                  Keep mine: {mine}
                </Button>
                <Button size="xs" variant="default" onClick={() => choose(id, 'theirs')}>
                  Use theirs: {theirs}
                </Button>
              </Group>
            </li>
          ))}
        </Stack>
      )}
    </Alert>
  )
}
