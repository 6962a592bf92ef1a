import { Anchor, Tabs, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Paperclip } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { getMailboxAttachment, type MailboxMessage } from '#contract/mails/calls.ts'
import { addressOf } from '#web/core/api/call.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { framed } from './mail-frame.ts'
import styles from './mailbox-message.module.css'

/** One mail: its HTML as a mail program would show it, its text, links and attachments. `to` is the list's filter. */
export function MailboxMessageView({ message, to }: { message: MailboxMessage; to: string }) {
  const { subject, links, attachments } = message
  return (
    <article className={styles.message}>
      <div className="pad">
        <Link className={`strong ${styles.back}`} to={paths.mailbox()} search={to ? { to } : {}}>
          <ArrowLeft size={16} />
          All mails
        </Link>
        <Title order={2} className="anywhere">
          {subject}
        </Title>
        <dl className={`anywhere ${styles.facts}`}>
          <dt>From</dt>
          <dd>{message.from}</dd>
          <dt>To</dt>
          <dd>{message.to}</dd>
          <dt>Sent</dt>
          <dd>{shownInstant(message.sentAt)}</dd>
          {attachments.length > 0 && (
            <>
              <dt>Attached</dt>
              <dd>
                {attachments.map(({ filename, contentType }, index) => (
                  <span key={filename} className={styles.attachment}>
                    <Paperclip size={13} />
                    <Anchor
                      href={addressOf(getMailboxAttachment, {
                        params: { mailId: message.id, place: index + 1 },
                      })}
                      download={filename}
                      inherit
                      underline="always"
                    >
                      {filename}
                    </Anchor>
                    <small>{contentType}</small>
                  </span>
                ))}
              </dd>
            </>
          )}
        </dl>
      </div>
      <Tabs defaultValue="html" keepMounted={false} className={styles.tabs}>
        <Tabs.List px="sm">
          <Tabs.Tab value="html">Message</Tabs.Tab>
          <Tabs.Tab value="text">Text version</Tabs.Tab>
          {links.length > 0 && <Tabs.Tab value="links">{`Links (${links.length})`}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="html" className={styles.panel}>
          <iframe
            className={styles.frame}
            title={`Mail: ${subject}`}
            // No scripts, no origin of its own: a mail can show itself and lead away by a click, nothing else.
            sandbox="allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"
            srcDoc={framed(message.html)}
          />
        </Tabs.Panel>
        <Tabs.Panel value="text" className={styles.panel}>
          <pre className={`pad small anywhere ${styles.text}`}>{message.text}</pre>
        </Tabs.Panel>
        <Tabs.Panel value="links" className={styles.panel}>
          <ul className={`stack pad anywhere ${styles.links}`}>
            {[...new Set(links)].map((link) => (
              <li key={link}>
                <Anchor href={link} underline="always">
                  {link}
                </Anchor>
              </li>
            ))}
          </ul>
        </Tabs.Panel>
      </Tabs>
    </article>
  )
}
