/** The visitor's time zone, such as 'America/Chicago'. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone
