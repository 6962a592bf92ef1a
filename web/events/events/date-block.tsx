import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { shownDates } from '#contract/events/slots/times.ts'
import styles from './date-block.module.css'

/** The days of an event in large print. */
export function DateBlock({ startOn, endOn }: { startOn: PlainDate; endOn: PlainDate }) {
  const [day, month, year] = shownDate(startOn).split(' ')
  const [lastDay, lastMonth, lastYear] = shownDate(endOn).split(' ')
  const isOneMonth = month === lastMonth && year === lastYear
  return (
    <div className={`figures ${styles.block}`} title={shownDates({ startOn, endOn })} aria-hidden>
      {isOneMonth ? (
        <>
          <span className={styles.month}>{month}</span>
          <span className={styles.days}>{day === lastDay ? day : `${day}–${lastDay}`}</span>
        </>
      ) : (
        <>
          <span className={styles.month}>
            {day} {month} –
          </span>
          <span className={styles.month}>
            {lastDay} {lastMonth}
          </span>
        </>
      )}
      <span className={styles.year}>{year === lastYear ? year : `${year} – ${lastYear}`}</span>
    </div>
  )
}
