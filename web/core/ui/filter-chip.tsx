import { Button } from '@mantine/core'
import { X } from 'lucide-react'

interface Props {
  label: string
  /** What the click does, for screen readers. */
  name?: string
  onRemove: () => void
}

/** A filter that narrows a list, in words; a click takes it away. */
export function FilterChip({ label, name = `Take away: ${label}`, onRemove }: Props) {
  return (
    <Button
      size="xs"
      variant="light"
      rightSection={<X size={13} aria-hidden />}
      aria-label={name}
      onClick={onRemove}
    >
      {label}
    </Button>
  )
}
