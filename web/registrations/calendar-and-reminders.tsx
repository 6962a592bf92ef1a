import { Divider } from '@mantine/core'
import { CalendarSubscription } from '#web/calendars/calendar-subscription.tsx'
import { RemindersChoice } from '#web/reminders/reminders-choice.tsx'

/** What keeps registered events in mind without looking here. */
export function CalendarAndReminders() {
  return (
    <section className="card pad stack" aria-labelledby="calendar-and-reminders">
      <h2 id="calendar-and-reminders">Calendar and reminders</h2>
      <RemindersChoice />
      <Divider my={6} />
      <CalendarSubscription />
    </section>
  )
}
