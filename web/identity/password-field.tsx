import type { PasswordInputProps } from '@mantine/core'
import { PasswordInput } from '@mantine/core'

interface Props extends PasswordInputProps {
  /** What the button beside it shows. */
  shows?: string
}

/** A field for a password; the button that shows it is reached by Tab, too. */
export function PasswordField({ shows = 'the password', ...props }: Props) {
  return (
    <PasswordInput
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': `Show ${shows}`, tabIndex: 0 }}
      {...props}
    />
  )
}
