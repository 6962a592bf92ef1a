import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { DemoAccount } from '#contract/people/sessions/demo-accounts.ts'
import { demoAccounts } from '#contract/people/sessions/demo-accounts.ts'
import { useAct } from '#web/core/api/act.ts'
import { fetchCode } from '#web/core/code.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import styles from './look-around-bar.module.css'

// The calls and their schemas weigh more than the page, so they are fetched on a click.
const loadEntry = () => import('./enter-demo.ts')

interface Props {
  accounts: readonly DemoAccount[]
  isAdministration?: boolean
}

/** A button for each account of the demo that this page signs in. */
export default function LookAroundBar({ accounts, isAdministration = false }: Props) {
  const { history } = useRouter()
  const { act, isRunning, given, problem } = useAct(async (as: DemoAccount) => {
    const { enterDemo } = await fetchCode(loadEntry)
    history.replace(await enterDemo(as))
  })
  const offered = accounts.filter((account) => (demoAccounts[account].role !== null) === isAdministration)
  if (offered.length === 0) return null
  return (
    <section className={styles.bar} aria-label="Demo">
      <FormProblem text={problem} />
      {offered.map((account) => (
        <Button
          key={account}
          variant="light"
          size="sm"
          mih={44}
          loading={isRunning && given === account}
          onClick={() => void act(account)}
        >
          {`Look around as ${demoAccounts[account].label}`}
        </Button>
      ))}
    </section>
  )
}
