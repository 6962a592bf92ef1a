import { Button, Text, VisuallyHidden } from '@mantine/core'
import { Download } from 'lucide-react'
import { shownDate } from '#contract/core/plain-dates.ts'
import { deadlineOf, seasonLabel, twoYearsLabel } from '#contract/core/season.ts'
import { getYearCertificates } from '#contract/counting/certificates/calls.ts'
import type { RenewalYear, TwoYears } from '#contract/registrations/registrations/renewal-years.ts'
import { hoursNeeded } from '#contract/registrations/registrations/renewal-years.ts'
import { useAct } from '#web/core/api/act.ts'
import { counted } from '#web/core/texts/counts.ts'
import { saveFileOf } from '#web/core/ui/save-file.ts'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import styles from './renewal-year-cards.module.css'
import { hourLooks, legend, renewalWords, standing, yearLines } from './renewal-year-words.ts'
import { SlotChoice } from './slot-choice.tsx'

interface Current {
  year: RenewalYear
  /** The period that contains the year. */
  period: TwoYears
  hoursWaited: number
}

/** The person's hours in the current renewal year, a segment for each of the eight, and in both years of its period. */
export function CurrentRenewalYear({ year, period, hoursWaited }: Current) {
  const { season, hoursEarned, daysLeft } = year
  const isDone = hoursEarned >= hoursNeeded
  return (
    <section className="card pad stack" aria-labelledby="renewal-year">
      <h2 id="renewal-year">Renewal year {seasonLabel(season)}</h2>
      <p className={styles.hours}>
        <strong>{hoursEarned}</strong> of {hoursNeeded} hours earned
      </p>
      <ol className={styles.segments} aria-hidden>
        {hourLooks(year, hoursWaited).map((look, hour) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a year have no other name
          <li key={hour} data-look={look} />
        ))}
      </ol>
      <ul className={`row muted small ${styles.legend}`}>
        {legend(year, hoursWaited).map(({ look, text }) => (
          <li key={look} className="row">
            <span data-look={look} aria-hidden />
            {text}
          </li>
        ))}
      </ul>
      <Text c="dimmed">
        {standing(year)}
        {!isDone && (daysLeft === 0 ? ' Today is the deadline: ' : ' Deadline: ')}
        {!isDone && shownDate(deadlineOf(season))}
        {!isDone && (daysLeft > 0 ? ` (${counted(daysLeft, 'day')}).` : '.')}
      </Text>
      <div className={`tight ${styles.event}`}>
        <div className="spread">
          <h3>Two-year period {twoYearsLabel(season)}</h3>
          <RenewalFile years={period} />
        </div>
        <p className="small muted">{renewalWords(period)}</p>
        <BothYears years={period} />
      </div>
    </section>
  )
}

/** The events that give the missing hours, one click from registering. */
export function ClosingEvents({ events }: { events: GroupedEvent[] }) {
  if (events.length === 0) return null
  return (
    <section className="card pad stack" aria-labelledby="closing-events">
      <h2 id="closing-events">
        {events.length === 1 ? 'This event gets you to 8 hours' : 'Any of these gets you to 8 hours'}
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

/** The person's hours in earlier two-year periods. */
export function EarlierRenewalYears({ periods }: { periods: TwoYears[] }) {
  if (periods.length === 0) return null
  return (
    <section className="stack" aria-labelledby="earlier-years">
      <h2 id="earlier-years">Earlier renewal years</h2>
      <ul className={`lines ${styles.earlier}`}>
        {periods.map((years) => (
          <li key={years[1].season} className="tight">
            <div className="spread">
              <h3>Two-year period {twoYearsLabel(years[1].season)}</h3>
              <RenewalFile years={years} />
            </div>
            <BothYears years={years} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function BothYears({ years }: { years: TwoYears }) {
  return (
    <ul className="tight">
      {yearLines(years).map(({ season, year, hours }) => (
        <li key={season}>
          {year}: <strong style={{ whiteSpace: 'nowrap' }}>{hours}</strong>
        </li>
      ))}
    </ul>
  )
}

/** Saves a two-year period's hours and certificates as one PDF. */
function RenewalFile({ years }: { years: TwoYears }) {
  const [, { season }] = years
  const label = twoYearsLabel(season)
  const { button } = useAct(
    () => saveFileOf(getYearCertificates, { params: { season } }, `ia-renewal-file-${label}.pdf`),
    { failed: "Couldn't download your renewal file. Try again.", tell: 'toast' },
  )
  if (!years.some(({ hasCertificates }) => hasCertificates)) return null
  return (
    <Button variant="light" size="sm" leftSection={<Download size={16} />} {...button()}>
      My IA renewal file (PDF)<VisuallyHidden> of {label}</VisuallyHidden>
    </Button>
  )
}
