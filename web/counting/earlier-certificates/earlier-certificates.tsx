import { shownDate } from '#contract/core/plain-dates.ts'
import type {
  EarlierCertificate,
  HeldEarlierCertificate,
} from '#contract/counting/earlier-certificates/calls.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'

/** A person's certificates of other training providers, which count in their renewal years. */
export function EarlierCertificates({ certificates }: { certificates: HeldEarlierCertificate[] }) {
  if (certificates.length === 0) return null
  return (
    <section className="card pad stack" aria-labelledby="earlier-certificates">
      <div>
        <h2 id="earlier-certificates">Issued elsewhere</h2>
        <p className="small muted">
          These hours count in your renewal years. Keep the certificates as your proof.
        </p>
      </div>
      <EarlierList certificates={certificates} />
    </section>
  )
}

type Listed = EarlierCertificate & Partial<HeldEarlierCertificate>

export function EarlierList({ certificates }: { certificates: Listed[] }) {
  return (
    <ul className="lines">
      {certificates.map(({ number, issuer, title, days, hours, recordedAt, isCounted = true }) => (
        <li key={`${number} ${issuer}`} className="tight">
          <p className="strong anywhere">{title || 'Refresher training'}</p>
          <p className="small figures">
            {shownHours(hours)} · {days.map(shownDate).join(', ')}
          </p>
          <p className="small anywhere">Issued by {issuer}</p>
          {!isCounted && (
            <p className="small">
              These hours don't count. One of the days already counts with another credit.
            </p>
          )}
          <p className="small muted anywhere">
            Number {number}. Recorded here on {shownInstant(recordedAt)}.
          </p>
        </li>
      ))}
    </ul>
  )
}
