import { Box, Button, Group, Text, TextInput } from '@mantine/core'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { longest } from '#contract/core/fields.ts'
import { ButtonRow } from './button-row.tsx'
import { LazyModal } from './lazy-modal.tsx'

export interface DialogRequest {
  title: string
  message?: string
  /** Shown below the message. */
  details?: ReactNode
  confirmLabel: string
  /** null for a message without a choice. */
  cancelLabel: string | null
  tone: 'plain' | 'danger' | 'done' | 'failed'
  /** A required field for a reason, with the text typed before. */
  reason?: { label: string; placeholder: string; typed?: string }
  answer: (isConfirmed: boolean, reason: string) => void
}

export default function Dialog({ request, isOpen }: { request: DialogRequest; isOpen: boolean }) {
  const { title, message, details, confirmLabel, cancelLabel, tone, reason, answer } = request
  const [typed, type] = useState(reason?.typed ?? '')
  const [isMissing, setMissing] = useState(false)
  const isBad = tone === 'danger' || tone === 'failed'
  return (
    <LazyModal
      opened={isOpen}
      onClose={() => answer(false, '')}
      centered
      // Above the panel that asks.
      zIndex={210}
      look="short"
      size={420}
      title={
        <Group gap={10} wrap="nowrap" component="span">
          {tone === 'done' && <CircleCheck size={22} color="var(--mantine-color-teal-7)" />}
          {tone === 'failed' && <CircleAlert size={22} color="var(--mantine-color-red-8)" />}
          {title}
        </Group>
      }
    >
      {message && <Text style={{ overflowWrap: 'anywhere' }}>{message}</Text>}
      {details && <Box mt="md">{details}</Box>}
      <form onSubmit={confirm} noValidate>
        {reason && (
          <TextInput
            mt="md"
            label={reason.label}
            placeholder={reason.placeholder}
            required
            maxLength={longest.line}
            value={typed}
            error={isMissing && 'Enter a reason'}
            onChange={(event) => {
              type(event.currentTarget.value)
              setMissing(false)
            }}
            data-autofocus
          />
        )}
        <Box mt="lg">
          <ButtonRow isDangerous={tone === 'danger'}>
            {cancelLabel && (
              <Button
                variant="default"
                onClick={() => answer(false, '')}
                data-autofocus={(tone === 'danger' && !reason) || undefined}
              >
                {cancelLabel}
              </Button>
            )}
            <Button
              type="submit"
              {...(isBad && cancelLabel && { color: 'red' })}
              data-autofocus={(tone !== 'danger' && !reason) || undefined}
            >
              {confirmLabel}
            </Button>
          </ButtonRow>
        </Box>
      </form>
    </LazyModal>
  )

  function confirm(event: FormEvent) {
    event.preventDefault()
    if (reason && typed.trim() === '') setMissing(true)
    else answer(true, typed.trim())
  }
}
