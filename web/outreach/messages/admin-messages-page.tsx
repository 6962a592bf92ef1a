import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import type { Message } from '#contract/outreach/messages/calls.ts'
import { getMessages } from '#contract/outreach/messages/calls.ts'
import { messageKindLabels } from '#contract/outreach/messages/text.ts'
import { usePortions } from '#web/core/api/portions.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Failure } from '#web/core/ui/failure.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { ShowOlder } from '#web/core/ui/show-older.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { messageResult } from './admin-message.ts'

/** 'Messages' of administrators to people. */
export default function AdminMessagesPage() {
  return (
    <AdminPage width={1180}>
      <div>
        <Anchor component={Link} to={paths.mails()} fz="sm">
          Emails
        </Anchor>
        <PageHeading>Messages</PageHeading>
        <Text c="dimmed" size="sm">
          To write one, select people in All Registrations or Non registered Users, or open a time slot or a
          person.
        </Text>
      </div>
      <Messages />
      <messageResult.Panel />
    </AdminPage>
  )
}

function Messages() {
  const read = usePortions(
    getMessages,
    (before) => ({ query: { before } }),
    ({ messages, hasMore }) => (hasMore ? messages.at(-1)?.messageId : undefined),
  )
  if (!read.data) {
    if (read.error) return <Failure error={read.error} retry={read.reload} />
    return <TableSkeleton label="Loading the messages" />
  }
  const messages = read.data.flatMap((portion) => portion.messages)
  if (messages.length === 0) {
    return <EmptyState icon={Send} title="No messages yet" text="Messages to people will show up here." />
  }
  return (
    <section className="card" aria-label="Messages">
      <RecordTable
        label="Messages"
        widths={{ Started: 214, About: 190, By: '20%' }}
        rows={messages}
        rowId={({ messageId }) => messageId}
        columns={{
          Started: ({ startedAt }) => <span className="muted">{shownInstant(startedAt)}</span>,
          Subject,
          About: ({ kind }) => messageKindLabels[kind],
          Emails: emailsOf,
          By: ({ startedBy }) => startedBy ?? 'Account deleted',
        }}
      />
      <ShowOlder read={read} failed="Older messages could not be read. Please try again." />
    </section>
  )
}

function Subject({ messageId, subject, isStopped }: Message) {
  return (
    <>
      <Anchor
        component="button"
        type="button"
        fz="inherit"
        lh="inherit"
        ta="start"
        aria-label={`Results: ${subject}`}
        onClick={() => messageResult.show({ messageId, subject })}
      >
        {subject}
      </Anchor>
      {isStopped && <span className="muted"> (stopped)</span>}
    </>
  )
}

function emailsOf({ people, leftOut }: Message): string {
  const words = counted(people, 'email')
  return leftOut === 0 ? words : `${words}, ${shownCount(leftOut)} left out`
}
