import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { ready } from '#contract/core/health.ts'
import { countWaits } from '#contract/counting/credit-findings/calls.ts'
import { countReviews } from '#contract/counting/credit-reviews/calls.ts'
import { getDueRosters } from '#contract/counting/credit-rosters/calls.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { saveEventPlan } from '#contract/events/events/plans.ts'
import { getProvider } from '#contract/foundation/training-providers/calls.ts'
import { isProviderComplete } from '#contract/foundation/training-providers/rules.ts'
import { startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import type { Dashboard } from '#contract/office/dashboard/calls.ts'
import { getEndedSlots } from '#contract/office/dashboard/calls.ts'
import { getWaitlists } from '#contract/registrations/waitlists/calls.ts'
import { getWebinarDrift } from '#contract/webinars/webinar-comparisons/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { bulkJobs, mailCertificates } from '#web/office/bulk-jobs/admin-bulk.tsx'
import styles from './admin-next-steps.module.css'
import { nextSteps } from './next-steps.ts'

const everyMs = 60_000
const everySoonMs = 3000

interface Props {
  /** The season's failed emails. */
  mails: Dashboard['mails'] | undefined
  /** The first steps are shown. */
  isSettingUp: boolean
}

/** Lists an administrator's tasks, with links. */
export function AdminNextSteps({ mails, isSettingUp }: Props) {
  const options = (endpoint: Endpoint) => ({ every: everyMs, isEnabled: can(endpoint) })
  // Emails that leave now change the lines soon.
  const [isMailing, setMailing] = useState(false)
  const ended = useData(
    getEndedSlots,
    {},
    { every: isMailing ? everySoonMs : everyMs, isEnabled: can(getEndedSlots) },
  )
  const reviews = useData(countReviews, {}, options(countReviews))
  const rosters = useData(getDueRosters, {}, options(getDueRosters))
  const waits = useData(countWaits, {}, options(countWaits))
  const waitlists = useData(getWaitlists, {}, options(getWaitlists))
  const health = useData(ready, {}, { every: everyMs })
  const drift = useData(getWebinarDrift, {}, options(getWebinarDrift))
  const events = useData(getEventsWithSlots, { query: {} }, options(getEventsWithSlots))
  const provider = useData(getProvider, {}, options(getProvider))
  // Everything together, so that nothing moves under a pointer.
  if (
    !mails ||
    [ended, reviews, rosters, waits, waitlists, drift, events, provider].some(
      ({ data, error }) => !data && !error,
    )
  )
    return null
  const steps = nextSteps(
    {
      ended: ended.data?.slots,
      unprintable: ended.data?.unprintable,
      reviews: reviews.data,
      rosters: rosters.data?.due,
      waits: waits.data?.waits,
      waitlists: waitlists.data?.waitlists,
      failingJobs: health.data?.failingJobs,
      drift: drift.data,
      failedMails: mails.failed + mails.givenUp,
      // Only people who can edit events can do anything about them.
      events: can(saveEventPlan) ? events.data?.years.flatMap((year) => year.events) : undefined,
      hasProvider: provider.data && isProviderComplete(provider.data),
    },
    new Date(),
  )
  // The first steps of an empty portal say what to do.
  if (steps.length === 0 && isSettingUp) return null
  return (
    <section className={`card pad ${styles.steps}`} aria-labelledby="next-steps">
      <h2 id="next-steps">What to do next</h2>
      {steps.length === 0 && <p className="muted">Nothing to do right now.</p>}
      <ul className="lines">
        {steps.map(({ key, text, action, link, emailsSlot }) => (
          <li key={key} className={styles.step}>
            <span className="anywhere figures">{text}</span>
            {emailsSlot !== undefined && can(startBulkJob) && (
              <Button size="xs" className={styles.action ?? ''} onClick={() => mailCertificates(emailsSlot)}>
                {action}
              </Button>
            )}
            {link && (
              <Button
                renderRoot={(props) => <Link {...link} {...props} />}
                variant="light"
                size="xs"
                className={styles.action ?? ''}
              >
                {action}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <bulkJobs.Panel onStarted={() => setMailing(true)} />
    </section>
  )
}
