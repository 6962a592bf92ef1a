import type { Mail } from '#contract/foundation/mails/calls.ts'
import { mailStatusLabels } from '#contract/foundation/mails/calls.ts'
import { shownInstant } from '#web/core/texts/instants.ts'

/** An email's status, when it was sent, and the mail server's words if it was not. */
export function MailState({ mail: { status, sentAt, attempts, problem, isSentAgain } }: { mail: Mail }) {
  const hasFailed = status !== 'sent' && problem !== ''
  return (
    <>
      <span className="pill" data-tone={tones[status]}>
        {mailStatusLabels[status]}
      </span>
      {sentAt && <span className="muted"> {shownInstant(sentAt)}</span>}
      {status === 'sent' && isSentAgain && (
        <div className="muted">Sent a second time, because the first answer was lost</div>
      )}
      {hasFailed && (
        <div className="muted">
          {attempts === 1 ? 'Tried once' : `Tried ${attempts} times`}: {problem}
        </div>
      )}
    </>
  )
}

const tones: Partial<Record<Mail['status'], 'good' | 'bad'>> = {
  sent: 'good',
  failed: 'bad',
  'given-up': 'bad',
  unknown: 'bad',
}
