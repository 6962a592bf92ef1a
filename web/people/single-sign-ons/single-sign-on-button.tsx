import type { ButtonProps } from '@mantine/core'
import { Button, Stack } from '@mantine/core'
import { beginSingleSignOn } from '#contract/people/single-sign-ons/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'

interface Props extends Pick<ButtonProps, 'variant'> {
  /** Follows 'Sign in with'. */
  label: string
  /** The provider asks again, even if it knows the person. */
  asksAgain?: boolean
  /** Called before the page is left. */
  onLeave?: () => void
}

/** Leads to the sign-in page of the company. */
export function SingleSignOnButton({ label, asksAgain = false, onLeave, variant = 'filled' }: Props) {
  const { button, problem } = useAct(async () => {
    const { url } = await call(beginSingleSignOn, { body: { asksAgain } })
    onLeave?.()
    location.assign(url)
  })
  return (
    <Stack gap="sm">
      <FormProblem text={problem} />
      <Button type="button" size="md" variant={variant} {...button()}>
        {`Sign in${asksAgain ? ' again' : ''} with ${label}`}
      </Button>
    </Stack>
  )
}
