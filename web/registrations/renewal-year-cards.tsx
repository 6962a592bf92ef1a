import { Button, Progress, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import { getYearCertificates } from '#contract/certificates/calls.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import { deadlineOf, seasonLabel } from '#contract/core/season.ts'
import { hoursNeeded, type RenewalYear } from '#contract/registrations/renewal-years.ts'
import { useAct } from '#web/core/api/act.ts'
import { callFile } from '#web/core/api/call.ts'
import { counted } from '#web/core/texts/counts.ts'
import { saveFile } from '#web/core/ui/save-file.ts'
import { toastError } from '#web/core/ui/toasts.tsx'
import type { GroupedEvent } from '#web/events/grouped-events.ts'
import styles from './renewal-year-cards.module.css'
import { SlotChoice } from './slot-choice.tsx'

/** The person's hours in the current renewal year. */
export function CurrentRenewalYear({ year }: { year: RenewalYear }) {
  const { season, hoursEarned, hoursToCome, daysLeft } = year
  const share = (hours: number) => (Math.min(hours, hoursNeeded) / hoursNeeded) * 100
  return (
    <section className="card pad stack" aria-labelledby="renewal-year">
      <div className="spread">
        <h2 id="renewal-year">Renewal year {seasonLabel(season)}</h2>
        <YearCertificates year={year} />
      </div>
      <p className={styles.hours}>
        <strong>{hoursEarned}</strong> of {hoursNeeded} hours earned
      </p>
      <Progress.Root size="lg" aria-hidden>
        <Progress.Section value={share(hoursEarned)} color="teal" />
        <Progress.Section
          value={share(Math.min(hoursToCome, hoursNeeded - hoursEarned))}
          color="teal.2"
          striped
        />
      </Progress.Root>
      <Text c="dimmed">
        {standing(year)} {daysLeft === 0 ? 'Today is the last day' : `${counted(daysLeft, 'day')} left`},
        until {shownDate(deadlineOf(season))}.
      </Text>
    </section>
  )
}

/** The events that give the missing hours, one click from registering. */
export function ClosingEvents({ events }: { events: GroupedEvent[] }) {
  if (events.length === 0) return null
  return (
    <section className="card pad stack" aria-labelledby="closing-events">
      <h2 id="closing-events">
        {events.length === 1 ? 'This event closes the gap' : 'Each of these events closes the gap'}
      </h2>
      {events.map((event) => (
        <div key={event.eventId} className={`stack ${styles.event}`}>
          <h3>{event.eventName}</h3>
          <SlotChoice event={event} />
        </div>
      ))}
    </section>
  )
}

/** The person's hours in earlier renewal years. */
export function EarlierRenewalYears({ years }: { years: RenewalYear[] }) {
  if (years.length === 0) return null
  return (
    <section aria-labelledby="earlier-years">
      <h2 id="earlier-years">Earlier renewal years</h2>
      <ul className={`lines ${styles.earlier}`}>
        {years.map((year) => (
          <li key={year.season} className="spread">
            <span>
              <strong>{seasonLabel(year.season)}</strong> · {year.hoursEarned} of {hoursNeeded} hours
            </span>
            <YearCertificates year={year} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Saves the certificates of a renewal year as one PDF. */
function YearCertificates({ year: { season, hasCertificates } }: { year: RenewalYear }) {
  const label = seasonLabel(season)
  const { act: download, isRunning } = useAct(
    async () =>
      saveFile(await callFile(getYearCertificates, { params: { season } }), `certificates-${label}.pdf`),
    { failed: 'The certificates could not be downloaded. Please try again.', tell: toastError },
  )
  if (!hasCertificates) return null
  return (
    <Button
      variant="light"
      size="sm"
      leftSection={<Download size={16} />}
      loading={isRunning}
      onClick={() => void download()}
    >
      Certificates of {label} (PDF)
    </Button>
  )
}

function standing({ hoursEarned, hoursToCome, hoursMissing }: RenewalYear): string {
  if (hoursEarned >= hoursNeeded) return 'You have what this renewal year needs.'
  if (hoursMissing === 0)
    return `The other ${counted(hoursNeeded - hoursEarned, 'hour')} may come from what you are registered for.`
  if (hoursToCome > 0) return `${counted(hoursMissing, 'hour')} short, with what you are registered for.`
  return `${counted(hoursMissing, 'hour')} short.`
}
