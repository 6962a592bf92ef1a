import { Link } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import type { MailboxMessage } from '#contract/mails/calls.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import styles from './mailbox-list.module.css'

interface Props {
  messages: MailboxMessage[]
  /** The recipient that the list is filtered by. */
  to: string
  chosenId: number | undefined
}

/** The mails to choose from. */
export function MailboxList({ messages, to, chosenId }: Props) {
  return (
    <ul className={`lines ${styles.list}`} aria-label="Mails">
      {messages.map((message) => (
        <li key={message.id}>
          <Link
            to={paths.mailbox()}
            search={{ ...(to && { to }), id: message.id }}
            resetScroll={false}
            className={`tight ${styles.mail}`}
            aria-current={message.id === chosenId ? 'true' : undefined}
          >
            <span className="strong cut">{message.to}</span>
            <time className={`muted tiny figures ${styles.time}`} dateTime={message.sentAt.toISOString()}>
              {shownInstant(message.sentAt)}
            </time>
            <span className="cut">{message.subject}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
