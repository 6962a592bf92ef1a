import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { longest } from '#contract/core/fields.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { UnavailableButton } from '#web/core/ui/unavailable-button.tsx'
import { undeliverableInWords } from './bulk-words.ts'

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

interface MailsProps {
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  /** The people whose address has sent an email back. */
  bounced?: number
}

/** The choice to email certificates where they are issued. */
export function MailsCertificates({ isChosen, onChoose, bounced = 0 }: MailsProps) {
  return (
    <Checkbox
      label="Email each certificate as it is issued"
      {...(bounced > 0 && { description: `${undeliverableInWords(bounced)}.` })}
      checked={isChosen}
      onChange={(event) => onChoose(event.currentTarget.checked)}
    />
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
      label={isRequired ? 'Reason' : 'Reason (optional)'}
      description={description ?? "Shown in each registration's history"}
      required={isRequired}
      maxLength={longest.line}
      value={reason}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
