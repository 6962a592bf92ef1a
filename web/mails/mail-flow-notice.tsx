import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MailWarning } from 'lucide-react'
import { getMailFlow } from '#contract/mails/tries.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { PanelNotice } from '#web/core/ui/panel-notice.tsx'
import { mailsLink } from './mail-search.ts'

const often = 60_000

/** Says on every page of the panel that no email leaves, once that has been so for some minutes. */
export function MailFlowNotice() {
  const { data } = useData(getMailFlow, {}, { every: often })
  const stopped = data?.stoppedSince
  return (
    <PanelNotice
      icon={<MailWarning size={18} />}
      link={
        <Link {...mailsLink({ status: undefined, search: undefined, year: undefined })}>See the emails</Link>
      }
    >
      {data && stopped && (
        <>
          <strong>No email has left since {shownInstant(stopped)}.</strong>{' '}
          {data.waiting === 1 ? '1 waits' : `${shownCount(data.waiting)} wait`} and will be sent by
          {data.waiting === 1 ? ' itself' : ' themselves'} once that is mended.
          {data.problem && (
            <Text inherit span lineClamp={2}>
              The mail server says: {data.problem}
            </Text>
          )}
        </>
      )}
    </PanelNotice>
  )
}
