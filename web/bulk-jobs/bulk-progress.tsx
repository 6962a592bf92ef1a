import { Alert, Button, Stack, Text } from '@mantine/core'
import { CircleCheck, FileDown, RotateCcw, Square } from 'lucide-react'
import { useEffect } from 'react'
import {
  type BulkJob,
  bulkReason,
  getBulkJob,
  getBulkJobs,
  getBulkResults,
  stopBulkJob,
  undoBulkJob,
} from '#contract/bulk-jobs.ts'
import { getAllRegisteredUsers } from '#contract/registrations.ts'
import { useAct } from '#web/platform/api/act.ts'
import { call } from '#web/platform/api/call.ts'
import { useData } from '#web/platform/api/data.tsx'
import { useReload } from '#web/platform/api/reload.ts'
import { csvOf } from '#web/platform/texts/csv.ts'
import { FormProblem } from '#web/platform/ui/form-problem.tsx'
import { JobProgress } from '#web/platform/ui/job-progress.tsx'
import { Loaded } from '#web/platform/ui/loaded.tsx'
import { NotDone } from '#web/platform/ui/not-done.tsx'
import { PageSkeleton } from '#web/platform/ui/page-skeleton.tsx'
import { saveFile } from '#web/platform/ui/save-file.ts'
import { SidePanelFooter } from '#web/platform/ui/side-panel.tsx'
import { jobTitle, registrations } from './bulk-words.ts'

interface Props {
  jobId: string
  /** Shows another one: what takes this back. */
  onJob: (jobId: string) => void
  /** Asks to send once more to those whose mail has failed. */
  onAgain: (registrationIds: number[]) => void
}

const everyMs = 700

/** How far a bulk job is, and what came of it. It goes on without this. */
export function BulkProgress({ jobId, onJob, onAgain }: Props) {
  const job = useData(
    getBulkJob,
    { params: { jobId } },
    { every: (job) => (isSettled(job) ? undefined : everyMs) },
  )
  return (
    <Loaded of={job} meanwhile={<PageSkeleton />}>
      {(data) => <Shown job={data} onJob={onJob} onAgain={onAgain} />}
    </Loaded>
  )
}

/** Whether nothing of it is to come, certificates included. */
function isSettled(job: BulkJob | undefined): boolean {
  const { issued = 0, total = 0 } = job?.certificates ?? {}
  return job?.state === 'done' && issued === total
}

function Shown({ job, onJob, onAgain }: { job: BulkJob } & Omit<Props, 'jobId'>) {
  const { jobId, state, done, total, changed, failures, certificates, canUndo } = job
  const isOver = state === 'done'
  const reload = useReload()
  const stop = useAct(stopBulkJob, { reloads: [getBulkJob] })
  const undo = useAct(undoBulkJob, { done: (started) => onJob(started.jobId) })
  // What it has changed is shown elsewhere, too.
  useEffect(() => {
    if (isOver) void reload(getAllRegisteredUsers, getBulkJobs)
  }, [isOver, reload])
  const isMailing = job.kind === 'mail-certificates'

  return (
    <>
      <Stack gap="lg">
        <JobProgress
          title={jobTitle(job)}
          begunAt={job.askedAt}
          begunBy={job.askedBy}
          done={done}
          total={total}
          isOver={isOver}
        >
          <Text size="sm" mt={6} className="figures" role="status">
            {isOver ? `${registrations(changed)} changed, ${total} looked at` : `${done} of ${total}`}
          </Text>
          {certificates && certificates.total > 0 && (
            <Text size="sm" c="dimmed" className="figures">
              Certificates issued: {certificates.issued} of {certificates.total}
            </Text>
          )}
        </JobProgress>
        {!isOver && (
          <Text size="sm" c="dimmed">
            You can close this: the job goes on, and is found again under ‘Jobs’.
          </Text>
        )}
        {isOver && !job.isStopped && (changed > 0 || failures.length === 0) && (
          <Alert icon={<CircleCheck size={18} aria-hidden />} color="teal">
            {isMailing ? 'Bulk email request sent successfully.' : 'Done for everyone it could be done for.'}
          </Alert>
        )}
        <NotDone people={failures} />
      </Stack>
      <SidePanelFooter>
        <FormProblem text={stop.problem ?? undo.problem} />
        {!isOver && (
          <Button
            variant="default"
            leftSection={<Square size={14} aria-hidden />}
            loading={stop.isRunning}
            onClick={() => void stop.act({ params: { jobId } })}
          >
            Stop
          </Button>
        )}
        {canUndo && (
          <Button
            variant="default"
            leftSection={<RotateCcw size={14} aria-hidden />}
            loading={undo.isRunning}
            onClick={() => void undo.act({ params: { jobId } })}
          >
            Undo all of it
          </Button>
        )}
        {isOver && <Results job={job} onAgain={onAgain} />}
      </SidePanelFooter>
    </>
  )
}

/** A result per person as a file; of mails, whom they did not reach. */
function Results({ job: { jobId, kind }, onAgain }: { job: BulkJob; onAgain: Props['onAgain'] }) {
  const isMailing = kind === 'mail-certificates'
  const results = useData(
    getBulkResults,
    { params: { jobId } },
    { isEnabled: isMailing, ...(isMailing && { every: 3000 }) },
  )
  const save = useAct(async () => {
    const { results } = await call(getBulkResults, { params: { jobId } })
    const rows = results.map(({ who, email, outcome }) => [who, email, outcomeWords(outcome)])
    saveFile(csvOf([['Name', 'Email', 'Result'], ...rows]), 'bulk-job-results.csv')
  })
  const failed = (results.data?.results ?? []).filter(({ outcome }) => outcome?.startsWith('mail-'))
  const again = failed.flatMap(({ registrationId }) => registrationId ?? [])
  return (
    <>
      <Button
        variant="default"
        leftSection={<FileDown size={14} aria-hidden />}
        loading={save.isRunning}
        onClick={() => void save.act()}
      >
        Download results
      </Button>
      {again.length > 0 && (
        <Button variant="default" onClick={() => onAgain(again)}>
          Send again to the {again.length} it did not reach
        </Button>
      )}
    </>
  )
}

function outcomeWords(outcome: string | null): string {
  if (outcome === null) return 'Waits'
  if (outcome === 'done') return 'Done'
  if (outcome === 'mail-failed') return 'The email failed for now, and is tried again'
  if (outcome === 'mail-given-up') return 'The email could not be sent'
  return bulkReason(outcome)
}
