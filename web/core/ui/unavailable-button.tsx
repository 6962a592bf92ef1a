import type { ButtonProps } from '@mantine/core'
import { Button, Tooltip } from '@mantine/core'

interface Props extends ButtonProps {
  why: string
  children: string
}

/** A disabled button whose tooltip says why. It stays focusable, for keyboards and screen readers. */
export function UnavailableButton({ why, ...props }: Props) {
  return (
    <Tooltip label={why} events={{ hover: true, focus: true, touch: true }}>
      <Button variant="default" {...props} data-disabled aria-disabled aria-description={why} />
    </Tooltip>
  )
}
