import { Button } from '@mantine/core'
import { QrCode } from 'lucide-react'
import { useState } from 'react'
import { later } from '#web/core/ui/later.tsx'
import { useTicket } from './use-ticket.ts'

const TicketDialog = later(() => import('./ticket-dialog.tsx'))

interface Props {
  registrationId: number
  className?: string | undefined
}

/** The button that shows a ticket. It reads the ticket early, so that the browser has it when offline. */
export function ShowTicket({ registrationId, className = '' }: Props) {
  useTicket(registrationId)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        className={className}
        leftSection={<QrCode size={19} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Show ticket
      </Button>
      <TicketDialog registrationId={registrationId} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
