import { Button, Stack } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { TicketX } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import type { ApiError } from '#web/core/api/api-error.ts'
import { explain } from '#web/core/api/explain.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TicketView } from './ticket-view.tsx'
import { useTicket } from './use-ticket.ts'

/** The target of a confirmation's link. */
export default function TicketPage() {
  const params = useParams({ strict: false }) as { registrationId: string }
  const ticket = useTicket(Number(params.registrationId))
  return (
    <Stack gap="lg" maw={440}>
      <PageHeading>Your ticket</PageHeading>
      {ticket.error && isFinal(ticket.error) ? (
        <div role="alert">
          <EmptyState icon={TicketX} title="There is no ticket" text={explain(ticket.error) ?? ''}>
            <Button component={Link} to={paths.registeredEvents()} variant="default">
              See your registrations
            </Button>
          </EmptyState>
        </div>
      ) : (
        <Loaded of={ticket}>
          {(ticket) => (
            <section className="card pad" aria-label="Ticket">
              <TicketView ticket={ticket} />
            </section>
          )}
        </Loaded>
      )}
    </Stack>
  )
}

/** Returns true if another try can't help: an unknown id, a canceled registration, or an online event. */
function isFinal({ status }: ApiError) {
  return [404, 409, 422].includes(status)
}
