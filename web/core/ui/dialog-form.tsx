import type { ButtonProps } from '@mantine/core'
import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ButtonRow } from './button-row.tsx'
import type { useCheckedForm } from './form.ts'
import { FormProblem } from './form-problem.tsx'

interface ActionsProps extends ButtonProps {
  onCancel: () => void
  cancelLabel?: string
}

interface FormProps extends Omit<ActionsProps, 'children'> {
  form: Pick<ReturnType<typeof useCheckedForm>, 'formProps' | 'isSending' | 'problem'>
  submit: string
  /** The title of a problem, if the specification has one. */
  problemTitle?: string
  children: ReactNode
}

/** A dialog's form: its fields, what went wrong, and its buttons. Further props go to the submit button. */
export function DialogForm({ form, submit, problemTitle, children, ...actions }: FormProps) {
  return (
    <form {...form.formProps}>
      <Stack>
        {children}
        <FormProblem text={form.problem} title={problemTitle} />
        <DialogActions loading={form.isSending} {...actions}>
          {submit}
        </DialogActions>
      </Stack>
    </form>
  )
}

/** A dialog's last line: the button that closes it, and the one that submits. Further props go to the submit button. */
export function DialogActions({ onCancel, cancelLabel = 'Cancel', ...submit }: ActionsProps) {
  return (
    <ButtonRow>
      <Button variant="default" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button type="submit" {...submit} />
    </ButtonRow>
  )
}
