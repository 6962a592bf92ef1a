import { Button, List } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { factAbout, isInPerson, minutesEarly } from '#contract/events/events/facts.ts'
import { comingReminders } from '#contract/outreach/reminders/coming-reminders.ts'
import type { RegisteredEvent } from '#contract/registrations/registrations/calls.ts'
import { ButtonRow } from '#web/core/ui/button-row.tsx'
import { AddToCalendar } from '#web/events/calendars/add-to-calendar.tsx'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import type { Slot } from '#web/events/slots/offered-slots.ts'

interface Props {
  event: GroupedEvent
  slot: Slot
  registration: RegisteredEvent
  /** The person also answered about membership and consent. */
  hasNewAnswers: boolean
  /** undefined: not known. */
  hasReminders: boolean | undefined
  onClose: () => void
}

/** Confirms a registration: what happens next, the calendar, and where the registration is. */
export function RegistrationTicket(props: Props) {
  const { event, slot, registration, onClose } = props
  const { registrationId, joinUrl } = registration
  return (
    <div className="stack">
      <section aria-label="What happens next">
        <h3>What happens next</h3>
        <List spacing={4} mt={6}>
          {nextSteps(props).map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
      </section>
      <ButtonRow>
        <Button variant="default" onClick={onClose}>
          OK
        </Button>
        <Button variant="default" component={Link} to={paths.registeredEvents()}>
          See my registration
        </Button>
        <AddToCalendar event={event} slot={{ ...slot, registrationId, joinUrl }} isMain />
      </ButtonRow>
    </div>
  )
}

function nextSteps({ event, slot, hasNewAnswers, hasReminders }: Props) {
  const facts = ['poll', 'photo id'].flatMap((words) => factAbout(event, words) ?? [])
  const reminders = hasReminders && comingReminders(slot, new Date())
  return [
    `We've emailed you a confirmation.${hasNewAnswers ? ' Your membership and preferences are saved, too.' : ''}`,
    ...(reminders ? [reminders] : []),
    isInPerson(event)
      ? 'Show your ticket at the door. It is in the email, and under Registered Events.'
      : `Log in ${minutesEarly} minutes early.`,
    ...facts.map((fact) => `${fact}.`),
  ]
}
