import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getAdministrators } from '#contract/people/administrators/calls.ts'
import { resetSecondFactor } from '#contract/people/second-factors/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { confirm } from '#web/core/ui/dialogs.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import { withProof } from './fresh-proof.tsx'

/** Turns off another administrator's lost second factor. */
export function ResetSecondFactor({ userId, whom }: { userId: string; whom: string }) {
  const { act, isRunning } = useAct(() => withProof(() => call(resetSecondFactor, { body: { userId } })), {
    confirm: () =>
      confirm({
        title: `Reset two-step verification for ${whom}?`,
        message:
          "Only if they've lost it and you've verified who they are. They'll be signed out everywhere, and we'll email them.",
        confirmLabel: 'Reset',
        tone: 'danger',
      }),
    done: () => toastDone(`Two-step verification reset for ${whom}`),
    failed: 'That did not work. Please try again.',
    tell: toastError,
    reloads: [getAdministrators, getActivities],
  })
  return (
    <SmallButton
      aria-label={`Reset two-step verification for ${whom}`}
      loading={isRunning}
      onClick={() => void act()}
    >
      {' '}
      Reset two-step{' '}
    </SmallButton>
  )
}
