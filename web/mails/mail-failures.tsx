import { RotateCcw } from 'lucide-react'
import { getMailFailures, type MailFailure, tryMailsAgain } from '#contract/mails/tries.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import styles from './mail-failures.module.css'
import { useTryAgain } from './try-again.ts'

const often = 60_000

/** Why emails were not sent, and the way to send all again that failed for one reason; nothing where none failed. */
export function MailFailures() {
  const { data } = useData(getMailFailures, {}, { every: often })
  if (!data || data.failures.length === 0) return null
  return (
    <section className="card pad" aria-label="Why emails were not sent">
      <h2>Not sent</h2>
      <ul className={`lines ${styles.list}`}>
        {data.failures.map((failure) => (
          <Failed key={failure.reason} failure={failure} />
        ))}
      </ul>
    </section>
  )
}

function Failed({ failure: { reason, mails, perhapsSent } }: { failure: MailFailure }) {
  const { act, isRunning } = useTryAgain()
  const label = mails === 1 ? 'Try again' : 'Try all again'
  const count = `${shownCount(mails)} ${mails === 1 ? 'email' : 'emails'}`
  return (
    <li className="spread">
      <p className="small anywhere">
        <strong>{count}</strong>
        <br />
        {reason || 'No reason was told.'}
        {perhapsSent > 0 && <span className="muted"> {maybe(mails, perhapsSent)}</span>}
      </p>
      <Allowed to={tryMailsAgain}>
        <SmallButton
          icon={RotateCcw}
          aria-label={`${label}: ${reason}`}
          loading={isRunning}
          onClick={() => void act({ which: { reason }, mails, perhapsSent })}
        >
          {label}
        </SmallButton>
      </Allowed>
    </li>
  )
}

function maybe(mails: number, perhapsSent: number): string {
  if (mails === 1) return 'It may have arrived.'
  return `${mails === perhapsSent ? 'All' : shownCount(perhapsSent)} of them may have arrived.`
}
