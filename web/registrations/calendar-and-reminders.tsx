import { Divider } from '@mantine/core'
import { CalendarSubscription } from '#web/calendars/calendar-subscription.tsx'
import { RemindersChoice } from '#web/reminders/reminders-choice.tsx'
import styles from './renewal-ledger.module.css'

/** What keeps registered events in mind without looking here. */
export function CalendarAndReminders() {
  return (
    <section className={styles.ledger} aria-labelledby="calendar-and-reminders">
      <h2 id="calendar-and-reminders" className={styles.title}>
        Calendar and reminders
      </h2>
      <RemindersChoice />
      <Divider my={6} />
      <CalendarSubscription />
    </section>
  )
}
