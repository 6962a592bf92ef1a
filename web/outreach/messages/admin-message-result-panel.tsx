import type { DialogProps } from '#web/core/ui/later.tsx'
import { SidePanel } from '#web/core/ui/side-panel.tsx'
import { AdminMessageResult } from './admin-message-result.tsx'

interface Props extends DialogProps {
  messageId: number
  subject: string
}

/** A listed message with its results. */
export default function AdminMessageResultPanel({ messageId, subject, ...dialog }: Props) {
  return (
    <SidePanel {...dialog} title="Message" about={subject} size={760}>
      <AdminMessageResult messageId={messageId} />
    </SidePanel>
  )
}
