import { Anchor, Box, Skeleton } from '@mantine/core'
import { ExternalLink, MailX } from 'lucide-react'
import { shownHours } from '#contract/events/events/facts.ts'
import type { EmailLog } from '#contract/foundation/mails/calls.ts'
import { getEmailLogs, mailStatusLabels } from '#contract/foundation/mails/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'

interface Props extends DialogProps {
  registrationId: number
  name: string
}

/** Every certificate email of one registration, with its status. */
export default function AdminEmailHistoryDialog({ registrationId, name, isOpen, onClose }: Props) {
  return (
    <LazyModal
      opened={isOpen}
      onClose={onClose}
      look="short"
      size={560}
      title={
        <>
          Email history
          <Hint>{name}</Hint>
        </>
      }
    >
      <History registrationId={registrationId} />
    </LazyModal>
  )
}

function History({ registrationId }: { registrationId: number }) {
  // A waiting email leaves within seconds.
  const logs = useData(getEmailLogs, { query: { registrationId } }, { every: 3000 })
  return (
    <Loaded of={logs} loading={<Skeleton h={56} role="status" aria-label="Loading the email history" />}>
      {({ emailLogs }) =>
        emailLogs.length === 0 ? (
          <EmptyState
            icon={MailX}
            title="No emails yet"
            text="Certificate emails to this person will show up here."
          />
        ) : (
          <ul className="card lines">
            {emailLogs.map((log) => (
              <Entry key={log.emailLogId} log={log} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function Entry({ log }: { log: EmailLog }) {
  return (
    <Box component="li" px="md" py="xs">
      <div className="spread">
        <span className="figures">{shownTime(log)}</span>
        <span className="pill small" data-tone={tones[log.status]}>
          {mailStatusLabels[log.status]}
        </span>
      </div>
      <div className="row muted small anywhere">
        {log.hours !== null && <span>{shownHours(log.hours)}</span>}
        {log.notes !== '' && <span>{log.notes}</span>}
        {log.certificateLink && (
          <Anchor href={log.certificateLink} target="_blank" rel="noreferrer" fz="inherit" underline="always">
            Certificate <ExternalLink size={12} aria-label="opens in a new tab" />
          </Anchor>
        )}
      </div>
    </Box>
  )
}

const tones: Record<EmailLog['status'], 'good' | 'warn' | 'bad'> = {
  queued: 'warn',
  sending: 'warn',
  failed: 'warn',
  sent: 'good',
  'given-up': 'bad',
  unknown: 'bad',
}

function shownTime({ sentAt, status }: EmailLog) {
  if (sentAt !== null) return shownInstant(sentAt)
  if (status === 'unknown') return 'May have been sent'
  return status === 'given-up' ? 'Not sent' : 'Not sent yet'
}
