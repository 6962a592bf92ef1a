import type { Certificate } from '#contract/certificates/calls.ts'
import styles from './certificate-facts.module.css'

/** What a certificate certifies. */
export function CertificateFacts({ certificate }: { certificate: Certificate }) {
  const { name, event, focus, date, hours, serial } = certificate
  const facts = [
    ['Name', name],
    ['Event', event],
    ['Focus', focus],
    ['Date', date],
    ['Credit hours', String(hours)],
    ['Serial', serial],
  ]
  return (
    <dl className={`card lines ${styles.facts}`}>
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="strong anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
