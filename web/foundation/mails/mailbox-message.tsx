import { Anchor, List, Title } from '@mantine/core'
import { ArrowLeft, Paperclip } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import type { MailboxMessage } from '#contract/foundation/mails/calls.ts'
import { getMailboxAttachment } from '#contract/foundation/mails/calls.ts'
import { addressOf } from '#web/core/api/call.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { MailBody } from './mail-body.tsx'
import styles from './mailbox.module.css'

/** One email: its HTML, text, links and attachments. `to`: the list's filter. */
export function MailboxMessageView({ message, to }: { message: MailboxMessage; to: string }) {
  const { subject, links, attachments } = message
  return (
    <article>
      <div className="pad">
        <TextLink to={paths.mailbox()} search={{ to: to || undefined }} hiddenFrom="sm" fw={600}>
          <ArrowLeft size={16} /> All emails
        </TextLink>
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
                  <div key={filename}>
                    <Paperclip size={13} />{' '}
                    <Anchor
                      href={addressOf(getMailboxAttachment, {
                        params: { mailId: message.id, place: index + 1 },
                      })}
                      download={filename}
                      inherit
                      underline="always"
                    >
                      {filename}
                    </Anchor>{' '}
                    <small>{contentType}</small>
                  </div>
                ))}
              </dd>
            </>
          )}
        </dl>
      </div>
      <MailBody
        subject={subject}
        html={message.html}
        text={message.text}
        // Runs no scripts and has no origin. Only a click on a link can leave the frame.
        sandbox="allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"
        links={
          links.length > 0 ? { label: `Links (${links.length})`, list: <Links links={links} /> } : undefined
        }
      />
    </article>
  )
}

function Links({ links }: Pick<MailboxMessage, 'links'>) {
  return (
    <List p="lg" spacing="sm" className="anywhere">
      {[...new Set(links)].map((link) => (
        <List.Item key={link}>
          <Anchor href={link} underline="always">
            {link}
          </Anchor>
        </List.Item>
      ))}
    </List>
  )
}
