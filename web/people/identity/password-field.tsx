import type { PasswordInputProps } from '@mantine/core'
import { PasswordInput } from '@mantine/core'

interface Props extends PasswordInputProps {
  /** The name of the password on the button that shows it. */
  shows?: string
}

/** A field for a password. Keyboards reach the button that shows it. */
export function PasswordField({ shows = 'the password', ...props }: Props) {
  return (
    <PasswordInput
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': `Show ${shows}`, tabIndex: 0 }}
      {...props}
    />
  )
}
