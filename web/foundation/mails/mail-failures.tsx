import { Group } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import type { MailFailure } from '#contract/foundation/mails/tries.ts'
import { getMailFailures, tryMailsAgain } from '#contract/foundation/mails/tries.ts'
import { useData } from '#web/core/api/data.tsx'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { useTryAgain } from './try-again.ts'

const everyMs = 60_000

/** The reasons why emails failed, each with a button that resends its emails. */
export function MailFailures() {
  const { data } = useData(getMailFailures, {}, { every: everyMs })
  if (!data || data.failures.length === 0) return null
  return (
    <section className="card pad" aria-label="Why emails were not sent">
      <h2>Not sent</h2>
      <ul className="lines" style={{ maxHeight: 172, overflowY: 'auto' }}>
        {data.failures.map((failure) => (
          <Failed key={failure.reason} failure={failure} />
        ))}
      </ul>
    </section>
  )
}

function Failed({ failure: { reason, mails, perhapsSent } }: { failure: MailFailure }) {
  const { button } = useTryAgain()
  const label = mails === 1 ? 'Try again' : 'Try all again'
  return (
    <Group component="li" justify="space-between" py={6}>
      <p className="small anywhere">
        <strong>{counted(mails, 'email')}</strong>
        <br />
        {reason || 'No reason given.'}
        {perhapsSent > 0 && <span className="muted"> {maybe(mails, perhapsSent)}</span>}
      </p>
      <SmallButton
        needs={tryMailsAgain}
        icon={RotateCcw}
        aria-label={`${label}: ${reason}`}
        {...button({ which: { reason }, mails, perhapsSent })}
      >
        {label}
      </SmallButton>
    </Group>
  )
}

function maybe(mails: number, perhapsSent: number) {
  if (mails === 1) return 'It may have arrived.'
  return `${mails === perhapsSent ? 'All' : shownCount(perhapsSent)} of them may have arrived.`
}
