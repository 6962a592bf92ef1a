import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { refusals } from '#contract/core/refusals.ts'
import { type WebinarSyncKind, webinarWords } from '#contract/webinars/calls.ts'
import { AdminWebinarConfirmation } from './admin-webinar-confirmation.tsx'
import { AdminWebinarProgress } from './admin-webinar-progress.tsx'
import styles from './admin-webinar-sync.module.css'
import { useWebinarSync } from './use-webinar-sync.ts'

interface Props {
  eventSlotId: number
  registrations: number
  withJoinUrl: number
  /** After the slot, nobody is registered any more. */
  isOver: boolean
}

const kinds = ['sync', 'delink'] as const

/** Registers everybody of a slot at the webinar platform, or removes them, after a typed confirmation. */
export function AdminWebinarSync({ eventSlotId, ...stats }: Props) {
  const [asked, ask] = useState<WebinarSyncKind>()
  const { sync, watch } = useWebinarSync(eventSlotId)
  const part = useRef<HTMLElement>(null)
  const buttons = useRef<Partial<Record<WebinarSyncKind, HTMLButtonElement | null>>>({})
  const isRunning = sync?.state === 'running'

  return (
    <section ref={part} tabIndex={-1} className={`stack ${styles.part}`} aria-label="Everybody of this slot">
      <div className="row">
        {kinds.map((kind) => (
          <Button
            key={kind}
            ref={(button) => {
              buttons.current[kind] = button
            }}
            size="xs"
            variant="default"
            disabled={isRunning}
            {...(isRunning && sync.kind !== kind && { title: refusals.WEBINAR_BUSY.message })}
            aria-expanded={asked === kind}
            onClick={() => ask(asked === kind ? undefined : kind)}
          >
            {webinarWords[kind]}
          </Button>
        ))}
      </div>
      {asked && !isRunning && (
        <AdminWebinarConfirmation
          key={asked}
          kind={asked}
          eventSlotId={eventSlotId}
          stats={stats}
          onBack={() => {
            ask(undefined)
            buttons.current[asked]?.focus()
          }}
          onStarted={(jobId) => {
            ask(undefined)
            watch(jobId)
            part.current?.focus()
          }}
        />
      )}
      {sync && <AdminWebinarProgress sync={sync} />}
    </section>
  )
}
