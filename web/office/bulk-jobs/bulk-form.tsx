import { Button, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { longest } from '#contract/core/fields.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { UnavailableButton } from '#web/core/ui/unavailable-button.tsx'

interface Props {
  /** The choices, and the preview of their effect. */
  children: ReactNode
  start: { isRunning: boolean; problem: string | undefined }
  problem?: string | undefined
  label: string
  isDangerous?: boolean
  isReady: boolean
  /** The reason why nothing can be started yet. */
  why?: string | undefined
  onStart: () => void
  onCancel: () => void
}

/** Shows the effect of work on many registrations, then starts it. */
export function BulkForm(props: Props) {
  const { children, start, problem = start.problem, label, isDangerous, isReady, why } = props
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) props.onStart()
      }}
    >
      <Stack gap="lg">{children}</Stack>
      <SidePanelFooter>
        <FormProblem text={problem} />
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        {why ? (
          <UnavailableButton why={why}>{label}</UnavailableButton>
        ) : (
          <Button
            type="submit"
            loading={start.isRunning}
            disabled={!isReady}
            {...(isDangerous && { color: 'red' })}
          >
            {label}
          </Button>
        )}
      </SidePanelFooter>
    </form>
  )
}

interface ReasonProps {
  reason: string
  onChange: (reason: string) => void
  isRequired: boolean
  description?: string
}

/** The reason for work on many registrations. */
export function BulkReason({ reason, onChange, isRequired, description }: ReasonProps) {
  return (
    <TextInput
      label="Reason"
      description={description ?? 'Shown in the history of each registration'}
      required={isRequired}
      maxLength={longest.line}
      value={reason}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
