/** What can happen to a registration, in the order it usually does. */
export const activities = [
  'registered',
  'moved',
  'cancelled',
  'credited',
  'certificate-issued',
  'certificate-mailed',
] as const
export type Activity = (typeof activities)[number]
