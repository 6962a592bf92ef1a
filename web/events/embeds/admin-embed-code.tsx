import { Anchor, CopyButton, NativeSelect } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { embedPath } from '#contract/core/paths.ts'
import type { ShownPart } from '#contract/events/embeds/rules.ts'
import { embedCode } from '#contract/events/embeds/rules.ts'
import { getOpenEvents } from '#contract/events/events/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { groupEvents } from '#web/events/events/grouped-events.ts'
import styles from './admin-website.module.css'

const looks: { value: ShownPart; label: string }[] = [
  { value: 'events', label: 'Events with their time slots' },
  { value: 'button', label: 'A button' },
]

/** The code to paste into a website, by what it is to show. */
export function EmbedCode({ publicUrl }: { publicUrl: string }) {
  const { data } = useData(getOpenEvents, {}, { isQuiet: true })
  const [show, setShow] = useState<ShownPart>('events')
  const [chosen, setChosen] = useInputState('')
  const events = groupEvents(data?.events ?? [], []).map(({ eventId, eventName }) => ({
    value: String(eventId),
    label: eventName,
  }))
  const code = embedCode(publicUrl, { show, eventId: chosen === '' ? undefined : Number(chosen) })
  const address = [embedPath, show, chosen].filter(Boolean).join('/')
  return (
    <section className="card pad stack" aria-labelledby="code">
      <h2 id="code">2. Paste the code</h2>
      <Hint>
        Paste it into your page where the events should appear. They follow every change in the portal.
      </Hint>
      <div className={styles.choices}>
        <NativeSelect
          label="Show"
          data={looks}
          value={show}
          onChange={({ currentTarget }) => setShow(currentTarget.value as ShownPart)}
        />
        <NativeSelect
          label="Event"
          data={[{ value: '', label: 'All open events' }, ...events]}
          value={chosen}
          onChange={setChosen}
        />
      </div>
      <pre className={styles.code}>
        <code>{code}</code>
      </pre>
      <div className="row">
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <SmallButton icon={copied ? Check : Copy} onClick={copy}>
              {copied ? 'Copied' : 'Copy code'}
            </SmallButton>
          )}
        </CopyButton>
        <Anchor href={address} target="_blank" rel="noopener" fz="sm" underline="always">
          See how it looks (opens a new tab)
        </Anchor>
      </div>
    </section>
  )
}
