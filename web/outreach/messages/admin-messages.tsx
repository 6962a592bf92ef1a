import { Anchor } from '@mantine/core'
import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Message } from '#contract/outreach/messages/calls.ts'
import { getMessages } from '#contract/outreach/messages/calls.ts'
import { messageKindLabels } from '#contract/outreach/messages/text.ts'
import { usePortions } from '#web/core/api/portions.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { PortionList } from '#web/core/ui/portion-list.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { messageResult } from './admin-message.ts'

interface Props {
  /** Only messages to people of this event. */
  eventId?: number
  about?: string
  /** Shown above the list. */
  children: ReactNode
}

/** The messages of administrators to people. */
export function AdminMessages({ eventId, about, children }: Props) {
  return (
    <AdminPage>
      <div className="spread">
        <PageHeading text={about}>Messages</PageHeading>
        {children}
      </div>
      <Messages eventId={eventId} />
      <messageResult.Panel />
    </AdminPage>
  )
}

function Messages({ eventId }: { eventId: number | undefined }) {
  const read = usePortions(getMessages, (before) => ({ query: { before, eventId } }), 'messages', 'messageId')
  return (
    <PortionList
      of={read}
      loading={<TableSkeleton label="Loading the messages" />}
      empty={<EmptyState icon={Send} title="No messages yet" text="Messages show up here." />}
      failed="Couldn't load older messages. Try again."
    >
      {(messages, older) => (
        <section className="card" aria-label="Messages">
          <RecordTable
            label="Messages"
            widths={{ Started: 214, About: 190, By: '20%' }}
            rows={messages}
            rowId="messageId"
            columns={{
              Started: ({ startedAt }) => <span className="muted">{shownInstant(startedAt)}</span>,
              Subject,
              About: ({ kind }) => messageKindLabels[kind],
              Emails: emailsOf,
              By: ({ startedBy }) => startedBy ?? 'Account deleted',
            }}
          />
          {older}
        </section>
      )}
    </PortionList>
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

function emailsOf({ people, leftOut }: Message) {
  const words = shownCount(people)
  return leftOut === 0 ? words : `${words}, ${shownCount(leftOut)} left out`
}
