/** What can happen to a registration, in the order it usually does. */
export type Activity =
  | 'registered'
  | 'moved'
  | 'cancelled'
  | 'credited'
  | 'certificate-issued'
  | 'certificate-mailed'
