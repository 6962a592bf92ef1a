import { TextInput } from '@mantine/core'
import { codeDigits } from '#contract/people/identity/calls.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import { refusedAt } from '#web/core/ui/refused-at.ts'

interface Props {
  label: string
  autoFocus?: boolean
  /** The form's props. */
  field: { value?: string; error?: unknown; onChange: (digits: string) => void }
}

/** A field for a sign-in email's digits. It drops all other characters. */
export function DigitsField({ label, autoFocus = false, field: { onChange, ...field } }: Props) {
  return (
    <TextInput
      label={label}
      name="code"
      size="md"
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder={'1234567890'.slice(0, codeDigits)}
      classNames={{ input: 'figures' }}
      maxLength={2 * codeDigits}
      autoFocus={autoFocus}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, codeDigits))}
      {...(field as object)}
    />
  )
}

export function digitsErrors({ code }: { code: string }): FieldErrors {
  return code.length === codeDigits ? {} : { code: `Enter the ${codeDigits}-digit code` }
}

/** Wrong digits are usually a typo, so the message belongs to their field. */
export const refuseAtDigits = refusedAt(
  'code',
  'LINK_SPENT',
  'That code is incorrect or has expired. Check it, or resend the link.',
)
