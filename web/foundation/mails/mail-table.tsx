import { Button } from '@mantine/core'
import type { Mail } from '#contract/foundation/mails/calls.ts'
import { tryMailsAgain } from '#contract/foundation/mails/tries.ts'
import { can } from '#web/core/session/can.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { MailSubject } from './admin-mail.tsx'
import { MailState } from './mail-state.tsx'
import { useTryAgain } from './try-again.ts'

interface Props {
  mails: Mail[]
  /** The emails match the previous filters, and are paler. */
  isStale: boolean
  isChosen: (mail: Mail) => boolean
  onToggle: (mail: Mail) => void
}

/** Emails with their status. */
export function MailTable({ mails, isStale, isChosen, onToggle }: Props) {
  const hasChoice = can(tryMailsAgain) && mails.some(({ isRetriable }) => isRetriable)
  return (
    <RecordTable
      widths={{ Select: 64, Written: 214, To: '24%', Status: '32%' }}
      label="Emails"
      rows={mails}
      rowId="mailId"
      isSelected={isChosen}
      isStale={isStale}
      columns={{
        ...(hasChoice && {
          Select: (mail: Mail) =>
            mail.isRetriable && (
              <input
                type="checkbox"
                aria-label={`Select ${mail.subject}, to ${mail.toAddress}`}
                checked={isChosen(mail)}
                onChange={() => onToggle(mail)}
              />
            ),
        }),
        Written: ({ createdAt }) => <span className="muted">{shownInstant(createdAt)}</span>,
        To: ({ toAddress }) => toAddress,
        Subject: (mail) => <MailSubject mail={mail} />,
        Status: (mail) => (
          <div>
            <MailState mail={mail} />
            {mail.isRetriable && <TryAgain mail={mail} />}
          </div>
        ),
      }}
    />
  )
}

function TryAgain({ mail: { mailId, toAddress, subject, status } }: { mail: Mail }) {
  const { button } = useTryAgain()
  const perhapsSent = status === 'unknown' ? 1 : 0
  return (
    <Button
      mt={6}
      variant="default"
      size="compact-xs"
      aria-label={`Try again: ${subject}, to ${toAddress}`}
      {...button({ which: { mailIds: [mailId] }, mails: 1, perhapsSent })}
    >
      Try again
    </Button>
  )
}
