import styles from './compact-select.module.css'

/** The properties of a compact selector that says inside what it chooses. */
export function compactSelect(name: string) {
  return {
    'aria-label': name,
    size: 'xs' as const,
    leftSection: <span className={styles.label}>{name}</span>,
    leftSectionWidth: 52,
    leftSectionPointerEvents: 'none' as const,
    allowDeselect: false,
    // Inside of the page, so that the open list belongs to one of its landmarks.
    comboboxProps: { withinPortal: false, width: 'max-content' as const, position: 'bottom-start' as const },
    maxDropdownHeight: 320,
  }
}
