import { Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { TicketView } from './ticket-view.tsx'
import { useTicket } from './use-ticket.ts'

/** The target of the link in a confirmation. */
export default function TicketPage() {
  const params = useParams({ strict: false }) as { registrationId: string }
  const ticket = useTicket(Number(params.registrationId))
  return (
    <Stack gap="lg" maw={440}>
      <PageHeading>Your ticket</PageHeading>
      <Loaded of={ticket} loading={<PageSkeleton />}>
        {(ticket) => (
          <section className="card pad" aria-label="Ticket">
            <TicketView ticket={ticket} />
          </section>
        )}
      </Loaded>
    </Stack>
  )
}
