import { Alert } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ready } from '#contract/core/health.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'

const everyMs = 60_000

/** The scheduled jobs that keep failing, and a database clock that was set back, for the portal's operator. */
export function AdminPortalTroubles() {
  const { failingJobs = [], clockSetBackAt = null } = useData(ready, {}, { every: everyMs }).data ?? {}
  return (
    <>
      {failingJobs.map(({ name, since, advice }) => (
        <Trouble key={name} title={`The scheduled job ‘${name}’ has failed since ${shownInstant(since)}`}>
          Please tell the person who runs the portal’s server. {advice}
        </Trouble>
      ))}
      {clockSetBackAt && (
        <Trouble title={`The database’s clock was set back on ${shownInstant(clockSetBackAt)}`}>
          Scheduled jobs run again. Please ask the person who runs the portal’s server to check its clock.
        </Trouble>
      )}
    </>
  )
}

function Trouble({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert color="red" icon={<TriangleAlert />} title={title}>
      <p className="small">{children}</p>
    </Alert>
  )
}
