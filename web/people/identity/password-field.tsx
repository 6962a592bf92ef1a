import type { PasswordInputProps } from '@mantine/core'
import { PasswordInput } from '@mantine/core'

interface Props extends PasswordInputProps {
  /** The text that the button shows. */
  shows?: string
}

/** A password field. Keyboards reach the button that shows the password. */
export function PasswordField({ shows = 'the password', ...props }: Props) {
  return (
    <PasswordInput
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': `Show ${shows}`, tabIndex: 0 }}
      {...props}
    />
  )
}
