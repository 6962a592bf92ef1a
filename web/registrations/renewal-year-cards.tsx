import { Button, Text, VisuallyHidden } from '@mantine/core'
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
import { hourLooks, legend, standing } from './renewal-year-words.ts'
import { SlotChoice } from './slot-choice.tsx'

/** The person's hours in the current renewal year, a segment for each of the eight. */
export function CurrentRenewalYear({ year, hoursWaited }: { year: RenewalYear; hoursWaited: number }) {
  const { season, hoursEarned, daysLeft } = year
  const isDone = hoursEarned >= hoursNeeded
  return (
    <section className="card pad stack" aria-labelledby="renewal-year">
      <div className="spread">
        <h2 id="renewal-year">Renewal year {seasonLabel(season)}</h2>
        <RenewalFile year={year} />
      </div>
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
            <RenewalFile year={year} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Saves the hours and certificates of a renewal year as one PDF. */
function RenewalFile({ year: { season, hasCertificates } }: { year: RenewalYear }) {
  const label = seasonLabel(season)
  const { act: download, isRunning } = useAct(
    async () =>
      saveFile(await callFile(getYearCertificates, { params: { season } }), `ia-renewal-file-${label}.pdf`),
    { failed: 'Your renewal file could not be downloaded. Please try again.', tell: toastError },
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
      My IA renewal file (PDF)<VisuallyHidden> of {label}</VisuallyHidden>
    </Button>
  )
}
