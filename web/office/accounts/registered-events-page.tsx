import { Button, Divider, Stack, Tabs } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { easternDay, seasonLabel, seasonOfDay, seasonYears } from '#contract/core/season.ts'
import type { OwnFinding } from '#contract/counting/credit-findings/own-calls.ts'
import { getOwnFindings } from '#contract/counting/credit-findings/own-calls.ts'
import type { HeldEarlierCertificate } from '#contract/counting/earlier-certificates/calls.ts'
import { getOwnEarlierCertificates } from '#contract/counting/earlier-certificates/calls.ts'
import type { RegisteredEvent } from '#contract/registrations/registrations/calls.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import type { RenewalYear } from '#contract/registrations/registrations/renewal-years.ts'
import { asFound, twoYearPeriods } from '#contract/registrations/registrations/renewal-years.ts'
import type { Place } from '#contract/registrations/waitlists/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { HeldHours } from '#web/counting/certificates/held-hours.tsx'
import { OwnReviews } from '#web/counting/credit-reviews/own-reviews.tsx'
import { EarlierCertificates } from '#web/counting/earlier-certificates/earlier-certificates.tsx'
import { CalendarSubscription } from '#web/events/calendars/calendar-subscription.tsx'
import { OwnAnswers } from '#web/events/event-questions/own-answers.tsx'
import { EventCard } from '#web/events/events/event-card.tsx'
import { EventCardsLoading } from '#web/events/events/event-cards-loading.tsx'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import { RemindersChoice } from '#web/outreach/reminders/reminders-choice.tsx'
import { PrintedNameNeeded } from '#web/people/users/printed-name-needed.tsx'
import { awaitsJoinUrl, joinUrlEveryMs } from '#web/registrations/registrations/awaiting-join-url.ts'
import { firstYear, heldInOrder } from '#web/registrations/registrations/held-order.ts'
import { HeldRegistration } from '#web/registrations/registrations/held-registration.tsx'
import { openSlots } from '#web/registrations/registrations/open-slots.ts'
import {
  ClosingEvents,
  CurrentRenewalYear,
  EarlierRenewalYears,
} from '#web/registrations/registrations/renewal-year-cards.tsx'
import { hoursWaited } from '#web/registrations/registrations/renewal-year-words.ts'
import { useEvents } from '#web/registrations/registrations/use-events.ts'
import { OwnPlaces } from '#web/registrations/waitlists/own-places.tsx'

/** During an event, the hours counted so far are at most five minutes old. */
const hoursEveryMs = 240_000

/** The person's registrations, and their hours in the renewal years. */
export default function RegisteredEventsPage() {
  const [before = 0] = seasonYears(currentSeason()).registered
  const all = useEvents(before)
  const events = all.data?.filter(({ startOn }) => seasonOfDay(startOn) >= before)
  const held = useData(
    getRegisteredEvents,
    {},
    { every: () => (awaitsJoinUrl(events ?? [], new Date()) ? joinUrlEveryMs : undefined) },
  )
  const hours = useData(getOwnFindings, {}, { every: hoursEveryMs })
  const findings = hours.data?.findings ?? []
  const earlier = useData(getOwnEarlierCertificates, {}).data?.certificates ?? []
  const data = events && held.data && { events, held: held.data.registeredEvents, waits: held.data.waitlist }
  return (
    <Stack gap="lg">
      <PageHeading>Registered Events</PageHeading>
      <PrintedNameNeeded />
      <Loaded of={{ ...all, data }} loading={<EventCardsLoading />}>
        {({ events, held, waits }) => (
          <Years
            events={events}
            held={asFound(held, findings)}
            findings={findings}
            waits={waits}
            earlier={earlier}
          />
        )}
      </Loaded>
    </Stack>
  )
}

interface Held {
  events: GroupedEvent[]
  held: RegisteredEvent[]
  findings: OwnFinding[]
  earlier: HeldEarlierCertificate[]
}

function Years({ events, held, findings, earlier, waits }: Held & { waits: Place[] }) {
  const today = easternDay(new Date())
  const periods = twoYearPeriods(held, today, earlier)
  const season = seasonOfDay(today)
  const period = periods.find((years) => years.some((year) => year.season === season))
  const current = period?.find((year) => year.season === season)
  return (
    <>
      {period && current && (
        <CurrentRenewalYear
          year={current}
          period={period}
          hoursWaited={hoursWaited(waits, held, current.season)}
        />
      )}
      <OwnPlaces waits={waits} />
      <EventYears events={events} held={held} findings={findings} earlier={earlier} />
      <EarlierCertificates certificates={earlier} />
      {current && <ClosingEvents events={closingEvents(events, current, today)} />}
      <section className="card pad stack" aria-labelledby="calendar-and-reminders">
        <h2 id="calendar-and-reminders" ref={showIfLinked}>
          Calendar and reminders
        </h2>
        <RemindersChoice />
        <Divider my={6} />
        <CalendarSubscription />
      </section>
      <EarlierRenewalYears periods={periods.filter(([, second]) => second.daysLeft < 0)} />
    </>
  )
}

/** Scrolls to a heading that the address names. The router looks for it before it is there. */
function showIfLinked(heading: HTMLElement | null) {
  if (heading && location.hash === `#${heading.id}`) heading.scrollIntoView()
}

/** Returns the two soonest open events that give the missing hours in time. */
function closingEvents(events: GroupedEvent[], { season, hoursMissing }: RenewalYear, today: PlainDate) {
  if (hoursMissing === 0) return []
  const closing = openSlots(events, season, today).filter(({ hours }) => hours >= hoursMissing)
  return [...new Set(closing.map(({ event }) => event))].slice(0, 2)
}

function EventYears({ events: all, held, findings, earlier }: Held) {
  const now = new Date()
  const events = heldInOrder(all, now)
  const years = [...new Set(events.map(({ startOn }) => seasonOfDay(startOn)))].sort((a, b) => b - a)
  const [chosen, setChosen] = useState<number>()
  const shown = chosen !== undefined && years.includes(chosen) ? chosen : firstYear(events, now)
  if (shown === undefined) {
    return (
      <EmptyState
        icon={CalendarCheck}
        title="No registered events yet"
        text="Your registrations, join links and certificates will show up here."
      >
        <Button component={Link} to={paths.upcomingEvents()}>
          See the upcoming events
        </Button>
      </EmptyState>
    )
  }
  return (
    <Tabs value={String(shown)} onChange={(year) => setChosen(Number(year))} keepMounted={false}>
      <Tabs.List mb="lg" style={{ flexWrap: 'nowrap', overflow: 'auto hidden' }} aria-label="Renewal years">
        {years.map((year) => (
          <Tabs.Tab key={year} value={String(year)}>
            {seasonLabel(year)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={String(shown)}>
        <Stack gap="lg">
          {events
            .filter(({ startOn }) => seasonOfDay(startOn) === shown)
            .map((event) => (
              <EventCard key={event.eventId} event={event}>
                <Registration event={event} events={all} held={held} findings={findings} earlier={earlier} />
              </EventCard>
            ))}
        </Stack>
      </Tabs.Panel>
    </Tabs>
  )
}

/** A registration with its hours. Uncounted hours can be reviewed, too. */
function Registration({ event, events, held, findings, earlier }: Held & { event: GroupedEvent }) {
  const registrationId = event.slots.find((slot) => slot.alreadyRegistered)?.registrationId
  const finding = findings.find((each) => each.registrationId === registrationId)
  return (
    <HeldRegistration event={event} finding={finding}>
      {finding ? (
        <HeldHours finding={finding} events={events} held={held} earlier={earlier} />
      ) : (
        registrationId && <OwnReviews registrationId={registrationId} />
      )}
      {registrationId && <OwnAnswers registrationId={registrationId} eventName={event.eventName} />}
    </HeldRegistration>
  )
}
