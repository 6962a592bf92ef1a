import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import type { WebinarSyncKind } from '#contract/webinars/webinars/calls.ts'
import {
  delinkWebinar,
  getNewestWebinarSync,
  getWebinarStats,
  syncWebinar,
  webinarWords,
} from '#contract/webinars/webinars/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useEscape } from '#web/core/ui/escape.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { consequence, syncWords } from './webinar-sync-words.ts'

interface Props {
  kind: WebinarSyncKind
  eventSlotId: number
  stats: { registrations: number; withJoinUrl: number; isOver: boolean }
  onBack: () => void
  onStarted: (jobId: string) => void
}

/** Explains a sync or delink, and starts it once the word is typed. */
export function AdminWebinarConfirmation({ kind, eventSlotId, stats, onBack, onStarted }: Props) {
  const [typed, type] = useState('')
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  const [usesEmailAsName, setEmailAsName] = useInputState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const words = syncWords[kind]
  const { act, isRunning, problem } = useAct(begin, {
    done: ({ jobId }) => onStarted(jobId),
    failed: words.failed,
    reloads: [getNewestWebinarSync, getWebinarStats],
  })
  useEscape(onBack)
  useEffect(() => field.current?.focus(), [])

  function begin(): Promise<{ jobId: string }> {
    return kind === 'sync'
      ? call(syncWebinar, { body: { eventSlotId, usesEmailAsName } })
      : call(delinkWebinar, { body: { eventSlotId } })
  }

  function confirm() {
    if (typed === webinarWords[kind]) return void act()
    setUnconfirmed(true)
    field.current?.focus()
  }

  function onKeyDown(press: KeyboardEvent) {
    if (press.key !== 'Enter' || !(press.target instanceof HTMLInputElement)) return
    // Enter would submit the form around this field.
    press.preventDefault()
    confirm()
  }

  return (
    <fieldset className="card pad stack" aria-labelledby={id} onKeyDown={onKeyDown}>
      <Text id={id} size="sm">
        {consequence(kind, stats)}
      </Text>
      {kind === 'sync' && (
        <Checkbox
          label="Where a name is missing, use the part of the email before the @"
          checked={usesEmailAsName}
          onChange={setEmailAsName}
        />
      )}
      <TextInput
        ref={field}
        label={`Type ${webinarWords[kind]} to confirm`}
        maw={280}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        error={isUnconfirmed && words.unconfirmed}
        onChange={({ currentTarget }) => {
          type(currentTarget.value)
          setUnconfirmed(false)
        }}
      />
      <FormProblem text={problem} />
      <Group gap="sm">
        <SmallButton onClick={onBack}>Back</SmallButton>
        <Button size="xs" loading={isRunning} {...(kind === 'delink' && { color: 'red' })} onClick={confirm}>
          {words.begin}
        </Button>
      </Group>
    </fieldset>
  )
}
