import { shownDate, shownDates } from '#contract/slots.ts'
import styles from './date-block.module.css'

/** The days of an event, large; both dates are `DD/MM/YYYY`. */
export function DateBlock({ startDate, endDate }: { startDate: string; endDate: string }) {
  const [day, month, year] = shownDate(startDate).split(' ')
  const [lastDay, lastMonth] = shownDate(endDate).split(' ')
  const isOneMonth = month === lastMonth
  return (
    <div
      className={styles.block}
      title={shownDates({ start_date: startDate, end_date: endDate })}
      aria-hidden
    >
      <span className={styles.month}>{isOneMonth ? month : `${month} – ${lastMonth}`}</span>
      <span className={styles.days}>{day === lastDay && isOneMonth ? day : `${day}–${lastDay}`}</span>
      <span className={styles.year}>{year}</span>
    </div>
  )
}
