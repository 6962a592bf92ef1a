import { useState } from 'react'
import type { Input } from '#contract/core/endpoint.ts'
import { getSlotProgress } from '#contract/office/dashboard/slot-progress.ts'
import { useData } from '#web/core/api/data.tsx'

const everyMs = 60_000
const everySoonMs = 3000

/** Reads the lines of slots again and again. After `onMailing`, it does so more often: emails leave. */
export function useSlotProgress(query: Input<typeof getSlotProgress>['query']) {
  const [isMailing, setMailing] = useState(false)
  const progress = useData(getSlotProgress, { query }, { every: isMailing ? everySoonMs : everyMs })
  return { progress, onMailing: () => setMailing(true) }
}
