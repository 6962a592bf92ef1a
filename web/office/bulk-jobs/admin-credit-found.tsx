import { BadgeCheck } from 'lucide-react'
import { refusals } from '#contract/core/refusals.ts'
import type { SlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { anomalies } from '#contract/counting/credit-findings/calls.ts'
import { startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { can } from '#web/core/session/can.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { UnavailableButton } from '#web/core/ui/unavailable-button.tsx'
import { bulkJobs } from './admin-bulk.tsx'
import { startLabel } from './bulk-words.ts'

/** The button that credits everyone at a counted slot the hours of their own finding. Its page needs a `bulkJobs.Panel`. */
export function AdminCreditFound({ eventSlotId, findings }: { eventSlotId: number; findings: SlotFindings }) {
  const { countedAt, people, waits } = findings
  if (countedAt === null || !can(startBulkJob)) return null
  const creditable = people.filter(({ next }) => next === 'write').length
  const label = startLabel({ kind: 'credit-found', eventSlotId }, creditable)
  const isHeldUp = waits.some(({ kind }) => anomalies.some((anomaly) => anomaly === kind))
  return creditable === 0 || isHeldUp ? (
    <UnavailableButton
      size="xs"
      leftSection={<BadgeCheck size={15} />}
      why={isHeldUp ? refusals.SLOT_HELD_UP.message : 'No one has hours that can be credited now.'}
    >
      {label}
    </UnavailableButton>
  ) : (
    <SmallButton
      icon={BadgeCheck}
      variant="filled"
      onClick={() =>
        bulkJobs.show({
          bulk: { kind: 'credit-found', eventSlotId, registrations: { filter: {} } },
        })
      }
    >
      {label}
    </SmallButton>
  )
}
