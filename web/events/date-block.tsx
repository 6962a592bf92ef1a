import type { PlainDate } from '#contract/plain-dates.ts'
import { shownDate } from '#contract/plain-dates.ts'
import { shownDates } from '#contract/slots.ts'
import styles from './date-block.module.css'

/** The days of an event, large. */
export function DateBlock({ startOn, endOn }: { startOn: PlainDate; endOn: PlainDate }) {
  const [day, month, year] = shownDate(startOn).split(' ')
  const [lastDay, lastMonth] = shownDate(endOn).split(' ')
  const isOneMonth = month === lastMonth
  return (
    <div className={styles.block} title={shownDates({ startOn, endOn })} aria-hidden>
      <span className={styles.month}>{isOneMonth ? month : `${month} – ${lastMonth}`}</span>
      <span className={styles.days}>{day === lastDay && isOneMonth ? day : `${day}–${lastDay}`}</span>
      <span className={styles.year}>{year}</span>
    </div>
  )
}
