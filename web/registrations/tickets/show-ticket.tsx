import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { QrCode } from 'lucide-react'
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
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button className={className} leftSection={<QrCode size={19} />} onClick={open}>
        Show ticket
      </Button>
      <TicketDialog registrationId={registrationId} isOpen={isOpen} onClose={close} />
    </>
  )
}
