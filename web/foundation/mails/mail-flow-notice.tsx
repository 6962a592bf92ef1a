import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MailWarning } from 'lucide-react'
import { getMailFlow } from '#contract/foundation/mails/tries.ts'
import { useData } from '#web/core/api/data.tsx'
import { counted } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { PanelNotice } from '#web/core/ui/panel-notice.tsx'
import { mailsLink } from './mail-search.ts'

const everyMs = 60_000

/** Says on every admin page that no email has left for some minutes. */
export function MailFlowNotice() {
  const { data } = useData(getMailFlow, {}, { every: everyMs })
  const stopped = data?.stoppedSince
  return (
    <PanelNotice
      icon={<MailWarning />}
      link={
        <Link {...mailsLink({ status: undefined, search: undefined, year: undefined })}>See the emails</Link>
      }
    >
      {data && stopped && (
        <>
          <strong>No email has been sent since {shownInstant(stopped)}.</strong>{' '}
          {counted(data.waiting, 'waits', 'wait')}. We send waiting emails once the problem is solved.
          {data.problem && (
            <Text inherit span lineClamp={2}>
              The email server says: {data.problem}
            </Text>
          )}
        </>
      )}
    </PanelNotice>
  )
}
