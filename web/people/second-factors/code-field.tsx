import type { TextInputProps } from '@mantine/core'
import { TextInput } from '@mantine/core'

/** A field for a code of an app or a recovery code. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      name="code"
      size="md"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      classNames={{ input: 'figures' }}
      {...props}
    />
  )
}

/** Checks a form with only a code. */
export function checkTypedCode({ code }: { code: string }): Record<string, string> {
  return code.trim() === '' ? { code: 'Enter the code' } : {}
}
