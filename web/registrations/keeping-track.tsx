import { Divider } from '@mantine/core'
import { CalendarSubscription } from '#web/calendars/calendar-subscription.tsx'
import { RemindersChoice } from '#web/reminders/reminders-choice.tsx'
import styles from './renewal-ledger.module.css'

/** What keeps registered events in mind without looking here. */
export function KeepingTrack() {
  return (
    <section className={styles.ledger} aria-labelledby="keeping-track">
      <h2 id="keeping-track" className={styles.title}>
        Calendar and reminders
      </h2>
      <RemindersChoice />
      <Divider my={6} />
      <CalendarSubscription />
    </section>
  )
}
