import type { ButtonProps, ElementProps } from '@mantine/core'
import { Button } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { can } from '#web/core/session/can.ts'

interface Props extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  icon?: LucideIcon
  /** The call that it makes. People whose role does not allow it do not see the button. */
  needs?: Endpoint
}

/** A button beside a heading or a record of a list. */
export function SmallButton({ icon: Icon, needs, ...props }: Props) {
  if (needs && !can(needs)) return null
  return <Button variant="default" size="xs" {...(Icon && { leftSection: <Icon size={15} /> })} {...props} />
}
