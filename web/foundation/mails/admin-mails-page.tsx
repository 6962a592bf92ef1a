import { Button, Group } from '@mantine/core'
import { MailCheck, RotateCcw, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { Mail } from '#contract/foundation/mails/calls.ts'
import { getMails } from '#contract/foundation/mails/calls.ts'
import { usePortions } from '#web/core/api/portions.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { useListAddress } from '#web/core/ui/list-address.ts'
import page from '#web/core/ui/list-page.module.css'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { PortionList } from '#web/core/ui/portion-list.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { mailPanel } from './admin-mail.tsx'
import { MailFailures } from './mail-failures.tsx'
import { MailFilters } from './mail-filters.tsx'
import type { MailSearch } from './mail-search.ts'
import { readMailSearch } from './mail-search.ts'
import { MailTable } from './mail-table.tsx'
import { useTryAgain } from './try-again.ts'

/** 'Emails': every email of the portal, with its status. */
export default function AdminMailsPage() {
  const { search, change, clear } = useListAddress(readMailSearch)
  return (
    <div className={`page ${page.page}`}>
      <div className="stack">
        <PageHeading>Emails</PageHeading>
        <MailFilters search={search} onChange={(changes) => change(changes, 'search' in changes)} />
      </div>
      <MailFailures />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <section className={`card ${page.list}`} data-scrolls aria-label="Emails" tabIndex={0}>
        <Mails search={search} onShowAll={clear} />
      </section>
      <mailPanel.Panel />
    </div>
  )
}

function Mails({ search, onShowAll }: { search: MailSearch; onShowAll: () => void }) {
  const read = usePortions(getMails, (before) => ({ query: { ...search, before } }), 'mails', 'mailId')
  const [chosenIds, choose] = useState<ReadonlySet<number>>(new Set())
  const isChosen = ({ mailId, isRetriable }: Mail) => isRetriable && chosenIds.has(mailId)
  return (
    <PortionList
      of={read}
      loading={<TableSkeleton label="Loading the emails" />}
      empty={<Nothing search={search} onShowAll={onShowAll} />}
      failed="Couldn't load older emails. Try again."
    >
      {(mails, older) => (
        <>
          <ChosenMails mails={mails.filter(isChosen)} onClear={() => choose(new Set())} />
          <MailTable
            mails={mails}
            isStale={read.isPrevious}
            isChosen={isChosen}
            onToggle={({ mailId }) => choose((ids) => ids.symmetricDifference(new Set([mailId])))}
          />
          {older}
        </>
      )}
    </PortionList>
  )
}

interface ChosenProps {
  mails: Mail[]
  onClear: () => void
}

function ChosenMails({ mails, onClear }: ChosenProps) {
  const { button } = useTryAgain(onClear)
  if (mails.length === 0) return null
  const retry = {
    which: { mailIds: mails.map(({ mailId }) => mailId) },
    mails: mails.length,
    perhapsSent: mails.filter(({ status }) => status === 'unknown').length,
  }
  return (
    <Group component="section" px="sm" py="xs" gap="sm" bg="var(--soft)" aria-label="Selected emails">
      <span className="small strong" role="status">
        {shownCount(mails.length)} selected
      </span>
      <SmallButton icon={RotateCcw} {...button(retry)}>
        Try again
      </SmallButton>
      <Button variant="subtle" size="xs" onClick={onClear}>
        Clear
      </Button>
    </Group>
  )
}

function Nothing({ search, onShowAll }: { search: MailSearch; onShowAll: () => void }) {
  if (Object.keys(search).length === 0) {
    return <EmptyState icon={MailCheck} title="No email yet" text="The portal's emails are listed here." />
  }
  const hasArrived = search.status === 'undelivered' && !search.search
  return (
    <EmptyState
      icon={hasArrived ? MailCheck : SearchX}
      title={hasArrived ? 'No email has failed' : 'No results'}
      text={
        hasArrived
          ? 'All emails were sent or are waiting to be sent.'
          : 'No email matches the search and the filters.'
      }
    >
      <Button variant="default" onClick={onShowAll}>
        Show all emails
      </Button>
    </EmptyState>
  )
}
