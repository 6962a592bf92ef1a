import { CloseButton, Container, Group, Stack, TextInput } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Inbox, MailOpen, MailQuestionMark, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { comparedEmail, emailPattern } from '#contract/core/email-addresses.ts'
import { longest } from '#contract/core/fields.ts'
import { paths } from '#contract/core/paths.ts'
import type { MailboxMessage } from '#contract/foundation/mails/calls.ts'
import { mailbox } from '#contract/foundation/mails/calls.ts'
import { DataProvider, useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Brand } from '#web/core/ui/brand.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Failure } from '#web/core/ui/failure.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { SkipLink } from '#web/core/ui/skip-link.tsx'
import styles from './mailbox.module.css'
import { MailboxMessageView } from './mailbox-message.tsx'

/** The built-in mailbox of a portal that sends no emails: every email that it would have sent. */
export default function MailboxPage() {
  return (
    <DataProvider>
      <div className={styles.screen}>
        <SkipLink />
        <Group component="header" className={styles.header} px="lg" bg="var(--navy)" c="white">
          <Brand />
          <PageHeading>Mailbox</PageHeading>
        </Group>
        <main id="content" tabIndex={-1} style={{ minHeight: 0, overflow: 'auto', outline: 'none' }}>
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
            Emails that the portal would have sent, newest first. They are kept on this machine.
          </p>
          <TextInput
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
        {messages && messages.length > 0 && <Messages messages={messages} to={to} chosenId={id} />}
        {messages?.length === 0 && to !== '' && (
          <EmptyState icon={SearchX} title="No email found" text="There is none to this recipient." />
        )}
        {messages?.length === 0 && to === '' && (
          <EmptyState
            icon={Inbox}
            title="No email yet"
            text="Sign-in links, confirmations and certificates appear here."
          />
        )}
      </div>
      <section className={styles.message} aria-label="Chosen email">
        {chosen ? (
          <MailboxMessageView key={chosen.id} message={chosen} to={to} />
        ) : (
          <Stack className="muted" h="100%" align="center" justify="center" gap="sm" bg="var(--page)">
            <MailOpen size={28} strokeWidth={1.5} />
            {messages?.length === 0 ? 'The email you choose is shown here' : 'Choose an email to read it'}
          </Stack>
        )}
      </section>
    </div>
  )
}

interface MessagesProps {
  messages: MailboxMessage[]
  /** The list's filter. */
  to: string
  chosenId: number | undefined
}

function Messages({ messages, to, chosenId }: MessagesProps) {
  return (
    <ul className="lines" aria-label="Emails">
      {messages.map((message) => (
        <li key={message.id}>
          <Link
            to={paths.mailbox()}
            search={{ ...(to && { to }), id: message.id }}
            resetScroll={false}
            className={`tight pick ${styles.mail}`}
            aria-current={message.id === chosenId ? 'true' : undefined}
          >
            <span className="strong cut">{message.to}</span>
            <span className="cut">{message.subject}</span>
            <time className="muted tiny figures" dateTime={message.sentAt.toISOString()}>
              {shownInstant(message.sentAt)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Reads the emails every two seconds while the page is visible and the mailbox readable. */
function useMails(to: string) {
  const [isPolling, setPolling] = useState(true)
  const recipient = comparedEmail(to)
  const box = useData(
    mailbox,
    // Asks for a whole address, because it may not be among the newest emails.
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
        text="The portal sends its emails to their recipients, or this page was opened from another machine than the one it runs on."
      />
    </Container>
  )
}
