import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getAdministrators } from '#contract/people/administrators/calls.ts'
import { resetSecondFactor } from '#contract/people/second-factors/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { withProof } from './fresh-proof.tsx'

/** Turns off another administrator's lost second factor. */
export function ResetSecondFactor({ userId, whom }: { userId: string; whom: string }) {
  const { button } = useAct(() => withProof(() => call(resetSecondFactor, { body: { userId } })), {
    confirm: {
      title: `Reset two-step verification for ${whom}?`,
      message:
        "Only if they've lost it and you've verified who they are. They'll be signed out everywhere, and we'll email them.",
      confirmLabel: 'Reset',
      tone: 'danger',
    },
    toast: `Two-step verification reset for ${whom}`,
    failed: 'Something went wrong. Try again.',
    tell: 'toast',
    reloads: [getAdministrators, getActivities],
  })
  return (
    <SmallButton aria-label={`Reset two-step verification for ${whom}`} {...button()}>
      {' '}
      Reset two-step{' '}
    </SmallButton>
  )
}
