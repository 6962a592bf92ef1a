import { CircleCheck } from 'lucide-react'
import { getWaits } from '#contract/counting/credit-findings/calls.ts'
import {
  AdminReplacedReports,
  useReplacedReports,
} from '#web/attendance/attendances/admin-replaced-reports.tsx'
import { useData } from '#web/core/api/data.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { AdminRecountAlarms } from '#web/counting/recounts/admin-recount-alarms.tsx'
import { useRecountAlarms } from '#web/counting/recounts/recount-alarms.ts'
import { AdminOverlapAlarms } from '#web/counting/unusual-credits/admin-overlap-alarms.tsx'
import { useOverlapAlarms } from '#web/counting/unusual-credits/overlap-alarms.ts'
import { AdminSlotQuestions } from './admin-slot-questions.tsx'
import { QuestionPanels } from './question-panels.tsx'

const everyMs = 1500

/** 'Needs a decision': all open questions for administrators, slot by slot, with their answers. */
export default function AdminCreditQueuePage() {
  const read = useData(
    getWaits,
    {},
    { every: (queue) => (queue?.slots.some(({ isCounting }) => isCounting) ? everyMs : undefined) },
  )
  const others = [useRecountAlarms(), useOverlapAlarms(), useReplacedReports()]
  const hasOthers = others.some(({ length }) => length > 0)
  return (
    <AdminPage
      title="Needs a decision"
      about="Open questions from the reports. Each answer is kept with its reason."
    >
      <AdminRecountAlarms />
      <AdminOverlapAlarms />
      <Loaded of={read}>
        {({ slots }) =>
          slots.length === 0
            ? !hasOthers && (
                <EmptyState
                  icon={CircleCheck}
                  title="Nothing to decide"
                  text="Report rows that match no one, and hours that need a decision will show up here."
                />
              )
            : slots.map((slot) => <AdminSlotQuestions key={slot.eventSlotId} of={slot} />)
        }
      </Loaded>
      <AdminReplacedReports />
      <QuestionPanels />
    </AdminPage>
  )
}
