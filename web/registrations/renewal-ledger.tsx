import { Progress, Text } from '@mantine/core'
import { shownDate } from '#contract/core/plain-dates.ts'
import { deadlineOf, seasonLabel } from '#contract/core/season.ts'
import { hoursNeeded, type RenewalYear } from '#contract/registrations/renewal-years.ts'
import styles from './renewal-ledger.module.css'
import { YearCertificates } from './year-certificates.tsx'

/** How far somebody has come in the renewal year that runs. */
export function RenewalLedger({ year }: { year: RenewalYear }) {
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
        {standing(year)} {daysLeft === 0 ? 'Today is the last day' : `${plural(daysLeft, 'day')} left`}, until{' '}
        {shownDate(deadlineOf(season))}.
      </Text>
    </section>
  )
}

function standing({ hoursEarned, hoursToCome, hoursMissing }: RenewalYear): string {
  if (hoursEarned >= hoursNeeded) return 'You have what this renewal year needs.'
  if (hoursMissing === 0)
    return `The other ${plural(hoursNeeded - hoursEarned, 'hour')} may come from what you are registered for.`
  if (hoursToCome > 0) return `${plural(hoursMissing, 'hour')} short, with what you are registered for.`
  return `${plural(hoursMissing, 'hour')} short.`
}

function plural(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}
