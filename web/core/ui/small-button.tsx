import type { ButtonProps, ElementProps } from '@mantine/core'
import { Button } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'

interface Props extends ButtonProps, ElementProps<'button', keyof ButtonProps> {
  icon?: LucideIcon
}

/** A button beside a heading or a record of a list. */
export function SmallButton({ icon: Icon, ...props }: Props) {
  return <Button variant="default" size="xs" {...(Icon && { leftSection: <Icon size={15} /> })} {...props} />
}
