import { Alert, Stack } from '@mantine/core'
import { Link2Off, MailX, Paperclip } from 'lucide-react'
import type { SentMail } from '#contract/foundation/mails/calls.ts'
import { getMail, removedText } from '#contract/foundation/mails/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { SidePanel } from '#web/core/ui/side-panel.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { MailBody } from './mail-body.tsx'
import { MailState } from './mail-state.tsx'
import styles from './mailbox.module.css'

interface Props extends DialogProps {
  mailId: number
  subject: string
}

/** An email as sent, without the links and codes that act as its recipient. */
export default function AdminMailPanel({ mailId, subject, ...dialog }: Props) {
  const read = useData(getMail, { params: { mailId } })
  return (
    <SidePanel {...dialog} title={subject} size={720}>
      <Loaded of={read} loading={<TableSkeleton label="Loading the email" />}>
        {(mail) => (
          <Stack className={styles.below}>
            <Facts mail={mail} />
            <Content mail={mail} />
          </Stack>
        )}
      </Loaded>
    </SidePanel>
  )
}

function Facts({ mail }: { mail: SentMail }) {
  const { toAddress, replyTo, createdAt, attachments } = mail
  return (
    <dl className={`anywhere ${styles.facts}`}>
      <dt>To</dt>
      <dd>{toAddress}</dd>
      {replyTo && (
        <>
          <dt>Replies to</dt>
          <dd>{replyTo}</dd>
        </>
      )}
      <dt>Written</dt>
      <dd>{shownInstant(createdAt)}</dd>
      <dt>Status</dt>
      <dd>
        <MailState mail={mail} />
      </dd>
      {attachments.length > 0 && (
        <>
          <dt>Attached</dt>
          <dd>
            {attachments.map((filename) => (
              <div key={filename}>
                <Paperclip size={13} /> {filename}
              </div>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}

function Content({ mail: { subject, content, isSecret } }: { mail: SentMail }) {
  if (!content) {
    return (
      <EmptyState
        icon={MailX}
        title="The text of this email was deleted"
        text={
          isSecret
            ? 'It had a sign-in link or a code. We delete such a text once it is sent, used or expired.'
            : 'We keep email text for about a year.'
        }
      />
    )
  }
  return (
    <>
      {content.isShortened && (
        <Alert icon={<Link2Off />}>
          Links and codes that only the recipient may use are replaced by {removedText}.
        </Alert>
      )}
      <MailBody subject={subject} html={content.html} text={content.text} />
    </>
  )
}
