import { TextInput, type TextInputProps } from '@mantine/core'

/** A code of an app or a recovery code, as it is typed. */
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

/** What is missing in the only field of the forms that ask for a code. */
export function checkTypedCode({ code }: { code: string }): Record<string, string> {
  return code.trim() === '' ? { code: 'Please enter the code' } : {}
}
