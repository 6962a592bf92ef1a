import { Button } from '@mantine/core'
import { X } from 'lucide-react'

interface Props {
  label: string
  name?: string
  onRemove: () => void
}

/** A filter of a list, in words. A click removes it. */
export function FilterChip({ label, name = `Remove filter: ${label}`, onRemove }: Props) {
  return (
    <Button size="xs" variant="light" rightSection={<X size={13} />} aria-label={name} onClick={onRemove}>
      {label}
    </Button>
  )
}
