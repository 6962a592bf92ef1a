import { Anchor } from '@mantine/core'
import type { Mail } from '#contract/foundation/mails/calls.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'

/** Shows an email as it was sent. */
export const mailPanel = pagePanel<{ mailId: number; subject: string }>(
  () => import('./admin-mail-panel.tsx'),
)

/** An email's subject, which opens it. */
export function MailSubject({
  mail: { mailId, subject, toAddress },
}: {
  mail: Pick<Mail, 'mailId' | 'subject' | 'toAddress'>
}) {
  return (
    <Anchor
      component="button"
      type="button"
      fz="inherit"
      lh="inherit"
      ta="start"
      aria-label={`Read: ${subject}, to ${toAddress}`}
      onClick={() => mailPanel.show({ mailId, subject })}
    >
      {subject}
    </Anchor>
  )
}
