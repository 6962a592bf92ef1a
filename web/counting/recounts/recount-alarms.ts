import type { RecountAlarm } from '#contract/counting/recounts/calls.ts'
import { getRecountAlarms } from '#contract/counting/recounts/calls.ts'
import { useData } from '#web/core/api/data.tsx'

/** Reads the alarms of recounts that nobody has reviewed yet. */
export function useRecountAlarms(): RecountAlarm[] {
  return useData(getRecountAlarms, {}, { every: 60_000 }).data?.alarms ?? []
}
