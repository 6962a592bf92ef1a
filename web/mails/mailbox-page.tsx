import { CloseButton, Container, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Inbox, MailOpen, MailQuestionMark, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { comparedEmail, emailPattern } from '#contract/core/email-addresses.ts'
import { longest } from '#contract/core/fields.ts'
import { paths } from '#contract/core/paths.ts'
import { mailbox } from '#contract/mails/calls.ts'
import { DataProvider, useData } from '#web/core/api/data.tsx'
import { Brand } from '#web/core/ui/brand.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Failure } from '#web/core/ui/failure.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { SkipLink } from '#web/core/ui/skip-link.tsx'
import { MailboxList } from './mailbox-list.tsx'
import { MailboxMessageView } from './mailbox-message.tsx'
import styles from './mailbox-page.module.css'

/** The built-in mailbox, for trying the portal: every mail it would have sent. */
export default function MailboxPage() {
  return (
    <DataProvider>
      <div className={styles.screen}>
        <SkipLink />
        <header className={styles.header}>
          <Brand />
          <PageHeading>Mailbox</PageHeading>
        </header>
        <main id="content" tabIndex={-1} className={styles.main}>
          <Mailbox />
        </main>
      </div>
    </DataProvider>
  )
}

function Mailbox() {
  const navigate = useNavigate()
  const { to = '', id } = useSearch({ from: paths.mailbox() })
  const box = useMails(to)
  if (box.error?.status === 404 && !box.data) return <NoMailbox />
  if (box.error && !box.data) return <Failure error={box.error} retry={box.reload} />

  const messages = box.data?.messages.filter((message) => message.to.includes(comparedEmail(to)))
  const chosen = messages?.find((message) => message.id === id)
  const filter = (next: string) =>
    void navigate({ to: paths.mailbox(), search: next ? { to: next } : {}, replace: true })
  return (
    <div className={styles.box} data-chosen={chosen !== undefined || undefined}>
      <div className={styles.side}>
        <div className={`pad stack ${styles.top}`}>
          <p className="muted small">
            What the portal would have sent, newest first. It is kept on this machine.
          </p>
          <TextInput
            size="sm"
            aria-label="Recipient"
            placeholder="Filter by recipient"
            value={to}
            maxLength={longest.email}
            onChange={(event) => filter(event.currentTarget.value)}
            rightSection={
              to && <CloseButton size="sm" aria-label="Clear the filter" onClick={() => filter('')} />
            }
          />
        </div>
        {messages && messages.length > 0 && <MailboxList messages={messages} to={to} chosenId={id} />}
        {messages?.length === 0 && to !== '' && (
          <EmptyState icon={SearchX} title="No mail found" text="There is none to this recipient." />
        )}
        {messages?.length === 0 && to === '' && (
          <EmptyState
            icon={Inbox}
            title="No mail yet"
            text="Sign-in links, confirmations and certificates appear here by themselves."
          />
        )}
      </div>
      <section className={styles.message} aria-label="Chosen mail">
        {chosen ? (
          <MailboxMessageView key={chosen.id} message={chosen} to={to} />
        ) : (
          <div className={`stack muted ${styles.none}`}>
            <MailOpen size={28} strokeWidth={1.5} />
            {messages?.length === 0 ? 'A mail you choose is shown here' : 'Choose a mail to read it'}
          </div>
        )}
      </section>
    </div>
  )
}

/** The mails, read again every two seconds while the page is in sight. */
function useMails(to: string) {
  const [isPolling, setPolling] = useState(true)
  const recipient = comparedEmail(to)
  const box = useData(
    mailbox,
    // A whole address is asked for, since the newest mails of all may not hold any of it.
    { query: emailPattern.test(recipient) ? { to: recipient } : {} },
    { every: isPolling ? 2000 : undefined, keepPrevious: true },
  )
  const hasNothing = box.error !== null && box.data === undefined
  useEffect(() => setPolling(!hasNothing), [hasNothing])
  return box
}

function NoMailbox() {
  return (
    <Container size={640} py="xl">
      <EmptyState
        icon={MailQuestionMark}
        title="There is no mailbox here"
        text="The portal sends its mails to their recipients, or this page was opened from another machine than the one it runs on."
      />
    </Container>
  )
}
