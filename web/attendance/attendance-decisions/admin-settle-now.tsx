import { decideAttendance } from '#contract/attendance/attendance-decisions/calls.ts'
import { slotSubject } from '#contract/attendance/attendance-decisions/subjects.ts'
import { useAct } from '#web/core/api/act.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { askReason } from '#web/core/ui/dialogs.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import { asRead, reloads, useDecisions } from './answered.ts'

/** 'Settle now': makes a slot's reports final. The answer can be withdrawn. */
export function AdminSettleNow({ eventSlotId }: { eventSlotId: number }) {
  const decisions = useDecisions(eventSlotId)
  const { act, isRunning } = useAct(decideAttendance, {
    reloads,
    tell: toastError,
    done: () => toastDone('The reports are final'),
  })
  return (
    <Allowed to={decideAttendance}>
      <SmallButton loading={isRunning} onClick={() => void ask()}>
        Settle now
      </SmallButton>
    </Allowed>
  )

  async function ask(): Promise<void> {
    const reason = await askReason({
      title: 'Are these reports final?',
      message:
        'Webinar platforms correct their reports for about a day. Hours without polls count as earned once the reports are final.',
      confirmLabel: 'Settle now',
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
