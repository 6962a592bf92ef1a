import type { TextInputProps } from '@mantine/core'
import { TextInput } from '@mantine/core'
import { emailPattern, invalidEmail } from '#contract/core/email-addresses.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'

export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      label="Email"
      type="email"
      name="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="name@example.com"
      size="md"
      {...props}
    />
  )
}

/** Checks a form with only an email. */
export function checkEmail({ email }: { email: string }): FieldErrors {
  return emailPattern.test(email.trim()) ? {} : { email: invalidEmail }
}
