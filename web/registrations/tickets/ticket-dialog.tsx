import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { TicketView } from './ticket-view.tsx'
import { useTicket } from './use-ticket.ts'

export default function TicketDialog({
  registrationId,
  isOpen,
  onClose,
}: { registrationId: number } & DialogProps) {
  const ticket = useTicket(registrationId)
  return (
    <LazyModal opened={isOpen} onClose={onClose} title="Your ticket" size={440}>
      <Loaded of={ticket}>{(ticket) => <TicketView ticket={ticket} />}</Loaded>
    </LazyModal>
  )
}
