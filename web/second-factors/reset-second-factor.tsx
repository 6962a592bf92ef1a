import { Button } from '@mantine/core'
import { getActivities } from '#contract/activities.ts'
import { getSecondFactor, resetSecondFactor } from '#contract/second-factors.ts'
import { getAdministrators } from '#contract/user-administrators.ts'
import { useAct } from '#web/platform/api/act.ts'
import { useData } from '#web/platform/api/data.tsx'
import { confirm } from '#web/platform/ui/dialogs.tsx'
import { toastDone, toastError } from '#web/platform/ui/toasts.tsx'
import { useProvenFirst } from './proven-first.tsx'

/** Switches another administrator's second factor off, who has lost it. */
export function ResetSecondFactor({ userId, whom }: { userId: string; whom: string }) {
  const { data: own } = useData(getSecondFactor, {})
  const { provenFirst, dialog } = useProvenFirst(own ?? none)
  const { act, isRunning } = useAct(resetSecondFactor, {
    done: () => toastDone(`The second factor of ${whom} is reset`),
    failed: 'That did not work. Please try again.',
    tell: toastError,
    reloads: [getAdministrators, getActivities, getSecondFactor],
  })
  async function ask(): Promise<void> {
    const isSure = await confirm({
      title: `Reset the second factor of ${whom}?`,
      message:
        'Only where they have lost it, and you know that it is them who ask. They are signed out everywhere and told by email.',
      confirmLabel: 'Reset',
      tone: 'danger',
    })
    if (isSure) provenFirst(() => void act({ body: { userId } }))
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`Reset the second factor of ${whom}`}
        loading={isRunning}
        onClick={() => void ask()}
      >
        Reset factor
      </Button>
      {dialog}
    </>
  )
}

const none = { isOn: false, isProven: false, hasApp: false, passkeys: [] }
