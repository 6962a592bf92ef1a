import { Alert, Text } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import type { ComparedSlot } from '#contract/webinars/webinar-comparisons/calls.ts'
import {
  getWebinarComparison,
  getWebinarComparisons,
  getWebinarDrift,
  writeWebinarTime,
} from '#contract/webinars/webinar-comparisons/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'

/** Says that a slot's webinar has another time, where the comparison is not on the page. */
export function AdminSlotWebinarTime({ eventSlotId }: { eventSlotId: number }) {
  const { data } = useData(
    getWebinarComparison,
    { params: { eventSlotId } },
    { every: (shown) => (shown?.slot.isComparing ? 1500 : 10_000) },
  )
  return data ? <AdminWebinarTime platform={data.platform} slot={data.slot} /> : null
}

/** Says that the webinar has another time at the webinar platform, and offers to write the slot's time there. */
export function AdminWebinarTime({ platform, slot }: { platform: string; slot: ComparedSlot }) {
  const { eventSlotId, otherTime, isTimeBeingWritten, timeProblem } = slot
  const { act, isRunning, problem } = useAct(writeWebinarTime, {
    failed: "Couldn't update the time. Try again.",
    reloads: [getWebinarComparison, getWebinarComparisons, getWebinarDrift, getActivities],
  })
  if (otherTime === '') return null
  return (
    <Alert color="yellow" icon={<CalendarClock />} title={`${platform} has a different time`} role="status">
      <Text size="sm">
        On {platform}, this webinar is still at {otherTime}.
      </Text>
      {timeProblem !== '' && (
        <Text size="sm" mt={6}>
          The time was not updated: {timeProblem}
        </Text>
      )}
      <SmallButton
        needs={writeWebinarTime}
        mt="xs"
        loading={isRunning || isTimeBeingWritten}
        onClick={() => act({ body: { eventSlotId } })}
      >
        Update the time on {platform}
      </SmallButton>
      <FormProblem text={problem} />
    </Alert>
  )
}
