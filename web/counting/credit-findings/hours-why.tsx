import { ChevronRight } from 'lucide-react'
import styles from './finding-columns.module.css'
import { findingDetails } from './registration-finding.ts'

interface Props {
  eventSlotId: number
  registrationId: number
  /** The person's name. */
  name: string
  hours: number
  /** The hours that the time slot gives. */
  of: number
  /** The hours by attendance, shown if they differ. */
  found?: number
}

/** A number of hours that opens its reasons. The page needs a `findingDetails.Panel`. */
export function HoursWhy({ eventSlotId, registrationId, name, hours, of, found = hours }: Props) {
  const shown = found === hours ? String(hours) : `${hours} → ${found}`
  return (
    <button
      type="button"
      className={`figures ${styles.opens}`}
      aria-label={`${shown} of ${of} hours of ${name}: see why`}
      onClick={() => findingDetails.show({ eventSlotId, registrationId, name })}
    >
      {shown} of {of}
      <ChevronRight size={14} />
    </button>
  )
}
