import { QrCode } from 'lucide-react'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'

/** The panel 'Poll codes'. A page with the button needs one `pollCodesPanel.Panel`. */
export const pollCodesPanel = pagePanel<{ eventSlotId: number }>(() => import('./admin-poll-codes-panel.tsx'))

/** Opens the codes for the event's slides. */
export function AdminPollCodesButton({ eventSlotId }: { eventSlotId: number }) {
  return (
    <SmallButton icon={QrCode} onClick={() => pollCodesPanel.show({ eventSlotId })}>
      Poll codes
    </SmallButton>
  )
}
