import { type Mail, mailStatusLabels } from '#contract/mails.ts'
import { shownInstant } from '#web/platform/texts/instants.ts'
import list from '#web/platform/ui/list-table.module.css'
import styles from './mail-table.module.css'

interface Props {
  mails: Mail[]
  /** They are those of the question before: shown, but paler. */
  isStale: boolean
}

const columns = ['Written', 'To', 'Subject', 'Status'] as const

/** Mails and what became of each; on a phone each stands by itself. */
export function MailTable({ mails, isStale }: Props) {
  return (
    <table
      className={`${list.table} ${list.records} ${styles.table}`}
      aria-label="Emails"
      aria-busy={isStale}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" data-column={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <tr key={mail.mailId}>
            <td data-column="Written" className="figures">
              {shownInstant(mail.createdAt)}
            </td>
            <td data-column="To">{mail.toAddress}</td>
            <td data-column="Subject">{mail.subject}</td>
            <td data-column="Status">
              <Fate mail={mail} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Fate({ mail: { status, sentAt, attempts, problem } }: { mail: Mail }) {
  const hasFailed = status !== 'sent' && problem !== ''
  return (
    <>
      <span className={styles.fate} data-status={status}>
        {mailStatusLabels[status]}
      </span>
      {sentAt && <span className={styles.more}> {shownInstant(sentAt)}</span>}
      {hasFailed && (
        <div className={styles.more}>
          {attempts === 1 ? 'Tried once' : `Tried ${attempts} times`}: {problem}
        </div>
      )}
    </>
  )
}
