/** Returns the props of a compact select with its name inside. `width`: in px, on a wide screen. */
export function compactSelect(name: string, width: number) {
  return {
    'aria-label': name,
    size: 'xs' as const,
    w: { base: '100%', sm: width },
    leftSection: <span className="muted tiny">{name}</span>,
    leftSectionWidth: 52,
    leftSectionPointerEvents: 'none' as const,
    allowDeselect: false,
    // The open list must be inside one of the page's landmarks.
    comboboxProps: { withinPortal: false, width: 'max-content' as const, position: 'bottom-start' as const },
    maxDropdownHeight: 320,
  }
}
