import type { ElementProps, TextProps } from '@mantine/core'
import { Text } from '@mantine/core'

/** A small gray text that explains what it stands beside. */
export function Hint(props: TextProps & ElementProps<'p', keyof TextProps>) {
  return <Text size="sm" c="dimmed" {...props} />
}
