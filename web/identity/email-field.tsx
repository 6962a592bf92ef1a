import { TextInput, type TextInputProps } from '@mantine/core'

/** An e-mail address, as every sign-in form asks for it. */
export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      label="E-mail"
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
