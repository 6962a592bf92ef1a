import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { saveEventPlan } from '#contract/events/events/plans.ts'
import { getProvider } from '#contract/foundation/training-providers/calls.ts'
import { isProviderComplete } from '#contract/foundation/training-providers/rules.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import styles from './set-up-season.module.css'
import { setUpSteps } from './set-up-steps.ts'

/** Returns the six steps to an open season, for a role that may take them; undefined once registration is open. */
export function useSetUpSteps() {
  const isAllowed = can(saveEventPlan) && can(getProvider)
  const events = useData(getEventsWithSlots, { query: {} }, { isEnabled: isAllowed })
  const provider = useData(getProvider, {}, { isEnabled: isAllowed })
  if (!events.data || !provider.data) return undefined
  const all = events.data.years.flatMap((year) => year.events)
  const steps = setUpSteps(all, isProviderComplete(provider.data), new Date())
  return steps.at(-1)?.isDone ? undefined : steps
}

/** The six steps to an open season; nothing once registration is open. */
export function SetUpSeason() {
  const steps = useSetUpSteps()
  if (!steps) return null
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section className="card pad stack" aria-labelledby="set-up-season">
      <div className="spread">
        <h2 id="set-up-season">Set up your season</h2>
        <span className="muted small figures">
          {done} of {steps.length} done
        </span>
      </div>
      <ol className={styles.steps}>
        {steps.map(({ text, isDone, link }, place) => (
          <li key={text} className={styles.step} data-is-done={isDone || undefined}>
            {isDone ? (
              <CircleCheck aria-label="Done:" role="img" />
            ) : (
              <Circle aria-label="To do:" role="img" />
            )}
            <Anchor
              renderRoot={(props) => <Link {...link} {...props} />}
              fz="inherit"
              fw={isDone ? 400 : 600}
              underline="always"
            >
              {place + 1}. {text}
            </Anchor>
          </li>
        ))}
      </ol>
    </section>
  )
}
