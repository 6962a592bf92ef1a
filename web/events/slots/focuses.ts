/** The four event types; reading.md, section 4. The last one is in person. */
export const focuses = [
  { focusId: 1, focusName: 'Rotorcraft' },
  { focusId: 2, focusName: 'Piston' },
  { focusId: 3, focusName: 'Turbine' },
  { focusId: 4, focusName: 'South Carolina' },
] as const

/** The focuses in the order of the sidebar's submenus and of `?event=0..3`. */
export const sidebarFocusIds = [2, 3, 1, 4] as const
