import { useEffect, useEffectEvent, useState } from 'react'
import { getActivities } from '#contract/activities/calls.ts'
import { getAllRegisteredUsers } from '#contract/registration-lists/calls.ts'
import {
  getNewestWebinarSync,
  getWebinarStats,
  getWebinarSync,
  type WebinarSync,
} from '#contract/webinars/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { useReload } from '#web/core/api/reload.ts'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { failedIn, syncWords } from './webinar-sync-words.ts'

const everyMs = 1000

/** Follows the newest sync or delink of a slot while it runs. `watch` follows the one that was just started here. */
export function useWebinarSync(eventSlotId: number): {
  sync: WebinarSync | undefined
  watch: (jobId: string) => void
} {
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

function isOver(sync: WebinarSync | undefined): boolean {
  return sync !== undefined && sync.state !== 'running'
}
