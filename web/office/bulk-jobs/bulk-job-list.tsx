import { ListChecks } from 'lucide-react'
import { getBulkJobs } from '#contract/office/bulk-jobs/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { counted } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { jobTitle } from './bulk-words.ts'

const everyMs = 3000

/** The newest bulk jobs of all administrators. */
export function BulkJobList({ onChoose }: { onChoose: (jobId: string) => void }) {
  return (
    <Loaded of={useData(getBulkJobs, {}, { every: everyMs })}>
      {({ jobs }) =>
        jobs.length === 0 ? (
          <EmptyState
            icon={ListChecks}
            title="No bulk actions yet"
            text="Select rows of the table to start one. Its results will show up here."
          />
        ) : (
          <ul className="stack">
            {jobs.map((job) => (
              <li key={job.jobId}>
                <button type="button" className="card tight pick" onClick={() => onChoose(job.jobId)}>
                  <strong>{jobTitle(job)}</strong>
                  <span className="muted small">
                    {job.state === 'done'
                      ? `${counted(job.changed, 'registration')} changed`
                      : `${job.done} of ${job.total}`}
                    {job.undoneBy && ' · undone'}
                  </span>
                  <span className="muted small">
                    {shownInstant(job.askedAt)}
                    {job.askedBy && ` · ${job.askedBy}`}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
