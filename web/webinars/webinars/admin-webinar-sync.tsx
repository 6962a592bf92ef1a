import { Button, Stack } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { refusals } from '#contract/core/refusals.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import type { WebinarSync, WebinarSyncKind } from '#contract/webinars/webinars/calls.ts'
import {
  getNewestWebinarSync,
  getWebinarStats,
  getWebinarSync,
  webinarWords,
} from '#contract/webinars/webinars/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { useReload } from '#web/core/api/reload.ts'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { AdminWebinarConfirmation } from './admin-webinar-confirmation.tsx'
import { AdminWebinarProgress } from './admin-webinar-progress.tsx'
import { failedIn, syncWords } from './webinar-sync-words.ts'

interface Props {
  eventSlotId: number
  registrations: number
  withJoinUrl: number
  /** Nobody is registered after the slot. */
  isOver: boolean
}

const kinds = ['sync', 'delink'] as const

/** Registers everyone of a slot at the webinar platform, or removes them, after a typed confirmation. */
export function AdminWebinarSync({ eventSlotId, ...stats }: Props) {
  const [asked, ask] = useState<WebinarSyncKind>()
  const { sync, watch } = useWebinarSync(eventSlotId)
  const part = useRef<HTMLDivElement>(null)
  const buttons = useRef<Partial<Record<WebinarSyncKind, HTMLButtonElement | null>>>({})
  const isRunning = sync?.state === 'running'

  return (
    <Stack
      component="section"
      ref={part}
      tabIndex={-1}
      w="100%"
      miw={0}
      gap="sm"
      style={{ outline: 'none' }}
      aria-label="Everyone in this slot"
    >
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
    </Stack>
  )
}

const everyMs = 1000

/** Follows a slot's newest sync or delink while it runs. `watch` follows the one just started here. */
function useWebinarSync(eventSlotId: number) {
  const [watched, watch] = useState<string>()
  const newest = useData(getNewestWebinarSync, { query: { eventSlotId } }).data?.sync ?? undefined
  const jobId = watched ?? (newest?.state === 'running' ? newest.jobId : undefined)
  const job = useData(
    getWebinarSync,
    { params: { jobId: jobId ?? '' } },
    { isEnabled: jobId !== undefined, every: (sync) => (isOver(sync) ? undefined : everyMs) },
  )
  const reload = useReload()
  const hasEnded = isOver(job.data)
  const tellEnd = useEffectEvent(async () => {
    const ended = job.data
    if (!ended) return
    if (ended.state === 'done' && failedIn(ended) === 0) toastDone(syncWords[ended.kind].done)
    await reload(getWebinarStats, getNewestWebinarSync, getAllRegisteredUsers, getActivities)
    watch(undefined)
  })
  useEffect(() => {
    if (hasEnded) void tellEnd()
  }, [hasEnded])

  return { sync: (jobId && job.data) || newest, watch }
}

function isOver(sync: WebinarSync | undefined) {
  return sync !== undefined && sync.state !== 'running'
}
