import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { countReviews } from '#contract/counting/credit-reviews/calls.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { saveEventPlan } from '#contract/events/events/plans.ts'
import { getProvider } from '#contract/foundation/training-providers/calls.ts'
import { isProviderComplete } from '#contract/foundation/training-providers/rules.ts'
import type { Dashboard } from '#contract/office/dashboard/calls.ts'
import { getEndedSlots } from '#contract/office/dashboard/calls.ts'
import { getWebinarDrift } from '#contract/webinars/webinar-comparisons/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import styles from './admin-next-steps.module.css'
import { nextSteps } from './next-steps.ts'

const everyMs = 60_000

/** Lists an administrator's tasks, with links. `mails`: the season's failed emails. */
export function AdminNextSteps({ mails }: { mails: Dashboard['mails'] | undefined }) {
  const options = (endpoint: Endpoint) => ({ every: everyMs, isEnabled: can(endpoint) })
  const ended = useData(getEndedSlots, {}, options(getEndedSlots))
  const reviews = useData(countReviews, {}, options(countReviews))
  const drift = useData(getWebinarDrift, {}, options(getWebinarDrift))
  const events = useData(getEventsWithSlots, { query: {} }, options(getEventsWithSlots))
  const provider = useData(getProvider, {}, options(getProvider))
  // Everything together, so that nothing moves under a pointer.
  if (!mails || [ended, reviews, drift, events, provider].some(({ data, error }) => !data && !error))
    return null
  const steps = nextSteps(
    {
      ended: ended.data?.slots,
      unprintable: ended.data?.unprintable,
      reviews: reviews.data,
      drift: drift.data,
      failedMails: mails.failed + mails.givenUp,
      // Only people who can edit events can do anything about them.
      events: can(saveEventPlan) ? events.data?.years.flatMap((year) => year.events) : undefined,
      hasProvider: provider.data && isProviderComplete(provider.data),
    },
    new Date(),
  )
  return (
    <section className={`card pad ${styles.steps}`} aria-labelledby="next-steps">
      <h2 id="next-steps">What to do next</h2>
      {steps.length === 0 && <p className="muted">Nothing to do right now.</p>}
      <ul className="lines">
        {steps.map(({ key, text, action, link }) => (
          <li key={key} className={styles.step}>
            <span className="anywhere figures">{text}</span>
            <Button
              renderRoot={(props) => <Link {...link} {...props} />}
              variant="light"
              size="xs"
              className={styles.action ?? ''}
            >
              {action}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
