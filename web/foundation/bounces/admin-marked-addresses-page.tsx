import { MailCheck } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import type { MarkedAddress } from '#contract/foundation/bounces/calls.ts'
import { getBounces } from '#contract/foundation/bounces/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { AdminClearBounce, bounceSources } from './admin-bounce.tsx'

/** 'Bounced addresses', with their owners and reasons. */
export default function AdminMarkedAddressesPage() {
  return (
    <AdminPage>
      <div>
        <PageHeading>Bounced addresses</PageHeading>
        <Hint>
          Emails to these addresses bounced. They get no reminders, and we ask their owners to update them.
          Emails that a person asks for are still sent.
        </Hint>
      </div>
      <Loaded of={useData(getBounces, {})} loading={<TableSkeleton label="Loading the addresses" />}>
        {({ bounces, total }) =>
          bounces.length === 0 ? (
            <EmptyState
              icon={MailCheck}
              title="No bounced addresses"
              text="Bounced addresses will show up here."
            />
          ) : (
            <section className="card" aria-label="Bounced addresses">
              <AddressTable addresses={bounces} />
              {total > bounces.length && (
                <Hint p="sm">
                  The newest {shownCount(bounces.length)} of {shownCount(total)}.
                </Hint>
              )}
            </section>
          )
        }
      </Loaded>
    </AdminPage>
  )
}

function AddressTable({ addresses }: { addresses: MarkedAddress[] }) {
  return (
    <RecordTable
      widths={{ Since: 190, Why: '34%', Mark: 140 }}
      label="Bounced addresses"
      rows={addresses}
      rowId="email"
      columns={{
        Address: ({ email }) => email,
        Person: Owner,
        Since: ({ bouncedAt }) => shownInstant(bouncedAt),
        Why: ({ source, reason }) => (
          <>
            {bounceSources[source]}: {reason}
          </>
        ),
        Mark: ({ email }) => <AdminClearBounce email={email} isInList />,
      }}
    />
  )
}

function Owner({ person }: MarkedAddress) {
  if (!person) return 'No account'
  const { userId, firstName, lastName } = person
  return (
    <TextLink to={`${paths.account()}/$userId`} params={{ userId }} inherit>
      {`${firstName} ${lastName}`.trim() || 'No name yet'}
    </TextLink>
  )
}
