import { Button, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

const text = 'Will be available soon'

/** A disabled button with a tooltip that says why. It stays focusable, for keyboards and screen readers. */
export function SoonButton({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <Tooltip label={text} events={{ hover: true, focus: true, touch: true }}>
      <Button variant="default" leftSection={icon} data-disabled aria-disabled aria-description={text}>
        {children}
      </Button>
    </Tooltip>
  )
}
