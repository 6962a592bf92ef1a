/** The properties of a compact selector that says inside what it chooses; its width, in px, holds on a wide screen. */
export function compactSelect(name: string, width: number) {
  return {
    'aria-label': name,
    size: 'xs' as const,
    w: { base: '100%', sm: width },
    leftSection: <span className="muted tiny">{name}</span>,
    leftSectionWidth: 52,
    leftSectionPointerEvents: 'none' as const,
    allowDeselect: false,
    // Inside of the page, so that the open list belongs to one of its landmarks.
    comboboxProps: { withinPortal: false, width: 'max-content' as const, position: 'bottom-start' as const },
    maxDropdownHeight: 320,
  }
}
