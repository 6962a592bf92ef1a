import { Button } from '@mantine/core'
import { getAccount } from '#contract/accounts/records.ts'
import { getActivities } from '#contract/activities/calls.ts'
import { clearBounce, getBounces } from '#contract/bounces/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'

interface Props {
  email: string
  /** It stands beside others, so that its name says which. */
  isInList?: boolean
}

/** Takes the mark of an address back. */
export function AdminClearBounce({ email, isInList = false }: Props) {
  const { act, isRunning } = useAct(clearBounce, {
    done: () => toastDone(`${email} counts as working again`),
    failed: 'The mark was not taken back. Please try again.',
    tell: toastError,
    reloads: [getAccount, getActivities, getBounces],
  })
  return (
    <Allowed to={clearBounce}>
      <Button
        variant="default"
        size={isInList ? 'compact-xs' : 'xs'}
        aria-label={isInList ? `It works again: ${email}` : undefined}
        loading={isRunning}
        onClick={() => void act({ body: { email } })}
      >
        It works again
      </Button>
    </Allowed>
  )
}
