import { Button, VisuallyHidden } from '@mantine/core'
import { type Mail, mailStatusLabels } from '#contract/mails/calls.ts'
import { tryMailsAgain } from '#contract/mails/tries.ts'
import { can } from '#web/core/session/can.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import list from '#web/core/ui/list-table.module.css'
import styles from './mail-table.module.css'
import { useTryAgain } from './try-again.ts'

interface Props {
  mails: Mail[]
  /** They are those of the question before: shown, but paler. */
  isStale: boolean
  isChosen: (mail: Mail) => boolean
  onToggle: (mail: Mail) => void
}

const columns = ['Written', 'To', 'Subject', 'Status'] as const

/** Mails and what became of each; on a phone each stands by itself. */
export function MailTable({ mails, isStale, isChosen, onToggle }: Props) {
  const hasChoice = can(tryMailsAgain) && mails.some(({ isRetriable }) => isRetriable)
  return (
    <table
      className={`${list.table} ${list.records} ${styles.table}`}
      aria-label="Emails"
      aria-busy={isStale}
    >
      <thead>
        <tr>
          {hasChoice && (
            <th scope="col" data-column="Select">
              <VisuallyHidden>Select</VisuallyHidden>
            </th>
          )}
          {columns.map((column) => (
            <th key={column} scope="col" data-column={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.mailId} data-selected={isChosen(mail) || undefined}>
            {hasChoice && (
              <td data-column="Select">
                {mail.isRetriable && (
                  <input
                    type="checkbox"
                    aria-label={`Select ${mail.subject}, to ${mail.toAddress}`}
                    checked={isChosen(mail)}
                    onChange={() => onToggle(mail)}
                  />
                )}
              </td>
            )}
            <td data-column="Written" className="figures">
              {shownInstant(mail.createdAt)}
            </td>
            <td data-column="To">{mail.toAddress}</td>
            <td data-column="Subject">{mail.subject}</td>
            <td data-column="Status">
              <Fate mail={mail} />
              {mail.isRetriable && <TryAgain mail={mail} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TryAgain({ mail: { mailId, toAddress, subject, status } }: { mail: Mail }) {
  const { act, isRunning } = useTryAgain()
  const perhapsSent = status === 'unknown' ? 1 : 0
  return (
    <Button
      className={styles.again}
      variant="default"
      size="compact-xs"
      aria-label={`Try again: ${subject}, to ${toAddress}`}
      loading={isRunning}
      onClick={() => void act({ which: { mailIds: [mailId] }, mails: 1, perhapsSent })}
    >
      Try again
    </Button>
  )
}

function Fate({ mail: { status, sentAt, attempts, problem, isSentAgain } }: { mail: Mail }) {
  const hasFailed = status !== 'sent' && problem !== ''
  return (
    <>
      <span className={styles.fate} data-status={status}>
        {mailStatusLabels[status]}
      </span>
      {sentAt && <span className={styles.more}> {shownInstant(sentAt)}</span>}
      {status === 'sent' && isSentAgain && (
        <div className={styles.more}>Sent a second time, because the first answer was lost</div>
      )}
      {hasFailed && (
        <div className={styles.more}>
          {attempts === 1 ? 'Tried once' : `Tried ${attempts} times`}: {problem}
        </div>
      )}
    </>
  )
}
