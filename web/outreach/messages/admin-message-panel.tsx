import { useState } from 'react'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { SidePanel } from '#web/core/ui/side-panel.tsx'
import { AdminMessageResult } from './admin-message-result.tsx'
import type { MessageAbout } from './message-about.ts'
import { MessageForm } from './message-form.tsx'

/** The side panel of a message, from its text to its results. */
export default function AdminMessagePanel({ to, choices, isOpen, onClose }: MessageAbout & DialogProps) {
  const [messageId, setMessageId] = useState<number>()
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} size={760} title="Email people" about={to}>
      {messageId === undefined ? (
        <MessageForm about={{ to, choices }} onCancel={onClose} onStarted={setMessageId} />
      ) : (
        <AdminMessageResult messageId={messageId} />
      )}
    </SidePanel>
  )
}
