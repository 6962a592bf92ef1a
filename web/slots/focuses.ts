/** The four event types; reading.md, section 4. The last is the one in person. */
export const focuses = [
  { focusId: 1, focusName: 'Rotorcraft' },
  { focusId: 2, focusName: 'Piston' },
  { focusId: 3, focusName: 'Turbine' },
  { focusId: 4, focusName: 'South Carolina' },
] as const

/** The focus that `?event=0..3` and the sidebar's submenus stand for. */
export const sidebarFocusIds = [2, 3, 1, 4] as const
