import type { OverlapAlarm } from '#contract/counting/unusual-credits/calls.ts'
import { getOverlapAlarms } from '#contract/counting/unusual-credits/calls.ts'
import { useData } from '#web/core/api/data.tsx'

/** Reads the overlaps of credits that nobody has reviewed yet. */
export function useOverlapAlarms(): OverlapAlarm[] {
  return useData(getOverlapAlarms, {}, { every: 60_000 }).data?.overlaps ?? []
}
