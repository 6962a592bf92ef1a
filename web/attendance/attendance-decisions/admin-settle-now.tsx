import { decideAttendance } from '#contract/attendance/attendance-decisions/calls.ts'
import { slotSubject } from '#contract/attendance/attendance-decisions/subjects.ts'
import { useAct } from '#web/core/api/act.ts'
import { askReason } from '#web/core/ui/dialogs.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { asRead, reloads, useDecisions } from './answered.ts'

/** 'Mark reports as final': makes a slot's reports final. The answer can be withdrawn. */
export function AdminSettleNow({ eventSlotId }: { eventSlotId: number }) {
  const decisions = useDecisions(eventSlotId)
  const { act, isRunning } = useAct(decideAttendance, {
    reloads,
    tell: 'toast',
    toast: 'Reports marked as final',
  })
  return (
    <SmallButton needs={decideAttendance} loading={isRunning} onClick={() => void ask()}>
      Mark reports as final
    </SmallButton>
  )

  async function ask() {
    const reason = await askReason({
      title: 'Mark these reports as final?',
      message:
        'Webinar platforms correct their reports for about a day. Hours without polls count as earned once the reports are final.',
      confirmLabel: 'Mark reports as final',
      reason: { label: 'Reason', placeholder: 'Shown beside the answer' },
    })
    if (reason === undefined) return
    await act({
      body: {
        eventSlotId,
        act: 'settle',
        registrationIds: [],
        reason,
        subjects: [asRead(decisions, slotSubject)],
      },
    })
  }
}
