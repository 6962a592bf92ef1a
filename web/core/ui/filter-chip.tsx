import { X } from 'lucide-react'
import styles from './filter-chip.module.css'

/** What a list is narrowed by, in words; a click takes it away. */
export function FilterChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button type="button" className={styles.chip} aria-label={`Take away: ${label}`} onClick={onRemove}>
      {label}
      <X size={13} aria-hidden />
    </button>
  )
}
