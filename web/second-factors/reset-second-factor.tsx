import { getActivities } from '#contract/activities/calls.ts'
import { getAdministrators } from '#contract/administrators/calls.ts'
import { resetSecondFactor } from '#contract/second-factors/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { confirm } from '#web/core/ui/dialogs.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import { withProof } from './fresh-proof.tsx'

/** Switches off the second factor of another administrator who has lost it. */
export function ResetSecondFactor({ userId, whom }: { userId: string; whom: string }) {
  const { act, isRunning } = useAct(() => withProof(() => call(resetSecondFactor, { body: { userId } })), {
    confirm: () =>
      confirm({
        title: `Reset the second factor of ${whom}?`,
        message:
          'Do this only if they have lost it, and if you know that they asked themselves. They are signed out everywhere, and we email them.',
        confirmLabel: 'Reset',
        tone: 'danger',
      }),
    done: () => toastDone(`The second factor of ${whom} is reset`),
    failed: 'That did not work. Please try again.',
    tell: toastError,
    reloads: [getAdministrators, getActivities],
  })
  return (
    <SmallButton
      aria-label={`Reset the second factor of ${whom}`}
      loading={isRunning}
      onClick={() => void act()}
    >
      Reset factor
    </SmallButton>
  )
}
