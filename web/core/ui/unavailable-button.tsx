import type { ActionIconProps, ButtonProps } from '@mantine/core'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

interface Unavailable {
  why: string
}

/** A disabled button whose tooltip says why. It stays focusable, for keyboards and screen readers. */
export function UnavailableButton({ why, ...props }: ButtonProps & Unavailable & { children: string }) {
  return (
    <Why text={why}>
      <Button variant="default" {...props} data-disabled aria-disabled aria-description={why} />
    </Why>
  )
}

/** The same for a button with only an icon. */
export function UnavailableIcon({
  why,
  ...props
}: ActionIconProps & Unavailable & { children: ReactElement; 'aria-label': string }) {
  return (
    <Why text={why}>
      <ActionIcon {...props} data-disabled aria-disabled aria-description={why} />
    </Why>
  )
}

function Why({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Tooltip label={text} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      {children}
    </Tooltip>
  )
}
