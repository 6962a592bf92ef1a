import { seasonLabel } from '#contract/core/season.ts'
import { hoursNeeded, type RenewalYear } from '#contract/registrations/renewal-years.ts'
import styles from './renewal-ledger.module.css'
import { YearCertificates } from './year-certificates.tsx'

/** The renewal years that are over, with what was earned in each. */
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
