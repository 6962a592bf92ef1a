import { Alert, Button, Stack, Text } from '@mantine/core'
import { CircleCheck, FileDown, RotateCcw, Square } from 'lucide-react'
import { useEffect } from 'react'
import { getSlotFindings, getWaits } from '#contract/counting/credit-findings/calls.ts'
import type { BulkJob } from '#contract/office/bulk-jobs/calls.ts'
import {
  getBulkJob,
  getBulkJobs,
  getBulkResults,
  startBulkJob,
  stopBulkJob,
} from '#contract/office/bulk-jobs/calls.ts'
import { bulkReason } from '#contract/office/bulk-jobs/rules.ts'
import { giveBackBulkJob, undoBulkJob } from '#contract/office/bulk-jobs/undo.ts'
import { getAllRegisteredUsers } from '#contract/registrations/registration-lists/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { useReload } from '#web/core/api/reload.ts'
import { can } from '#web/core/session/can.ts'
import { counted } from '#web/core/texts/counts.ts'
import { csvOf } from '#web/core/texts/csv.ts'
import { askReason } from '#web/core/ui/dialogs.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { JobProgress } from '#web/core/ui/job-progress.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { NotDone } from '#web/core/ui/not-done.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { saveFile } from '#web/core/ui/save-file.ts'
import { SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { jobTitle } from './bulk-words.ts'

interface Props {
  jobId: string
  onUndo: (job: BulkJob) => void
  /** Starts another job for the registrations with failed emails. */
  onAgain: (registrationIds: number[]) => void
}

const everyMs = 700
/** After the job, certificates and emails follow. */
const everyFollowingMs = 2000

/** A bulk job's progress and results. The job continues without this panel. */
export function BulkProgress({ jobId, onUndo, onAgain }: Props) {
  const job = useData(getBulkJob, { params: { jobId } }, { every })
  return (
    <Loaded of={job} loading={<PageSkeleton />}>
      {(data) => <Shown job={data} onUndo={onUndo} onAgain={onAgain} />}
    </Loaded>
  )
}

/** Returns when to poll again; undefined once all certificates and emails are done. */
function every(job: BulkJob | undefined): number | undefined {
  if (job?.state !== 'done') return everyMs
  const { issued = 0, total = 0 } = job.certificates ?? {}
  return issued === total && !job.emails?.waiting ? undefined : everyFollowingMs
}

function Shown({ job, onUndo, onAgain }: { job: BulkJob } & Omit<Props, 'jobId'>) {
  const { jobId, state, done, total, changed, failures, certificates, emails, reason } = job
  const { canUndo, takenBack } = job
  const isOver = state === 'done'
  const reload = useReload()
  const stop = useAct(stopBulkJob, { reloads: [getBulkJob] })
  // The list behind the panel shows what the job changed.
  useEffect(() => {
    if (isOver) void reload(getAllRegisteredUsers, getSlotFindings, getBulkJobs)
  }, [isOver, reload])
  const giveBack = useAct(giveBackBulkJob, {
    reloads: [getBulkJob, getSlotFindings, getWaits],
    done: ({ given }) => toastDone(`${counted(given, 'person', 'people')} given back to the rule`),
  })
  const isMailing = job.kind === 'mail-certificates'

  async function askGiveBack(): Promise<void> {
    const reason = await askReason({
      title: 'Give them back to the rule?',
      message: `${counted(takenBack ?? 0, 'person', 'people')}. Their hours by attendance were taken back by an undo. From now on, they can be credited by attendance again.`,
      confirmLabel: 'Give back to the rule',
      reason: { label: 'Reason', placeholder: 'Shown in the history of each registration' },
    })
    if (reason !== undefined) await giveBack.act({ params: { jobId }, body: { reason } })
  }

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
            {isOver ? `${changed} of ${counted(total, 'registration')} changed` : `${done} of ${total}`}
          </Text>
          {certificates && certificates.total > 0 && (
            <Text size="sm" c="dimmed" className="figures">
              Certificates issued: {certificates.issued} of {certificates.total}
            </Text>
          )}
          {emails && emails.total > 0 && (
            <Text size="sm" c="dimmed" className="figures">
              Emails sent: {emails.sent} of {emails.total}
            </Text>
          )}
          {reason !== '' && (
            <Text size="sm" c="dimmed">
              Reason: {reason}
            </Text>
          )}
        </JobProgress>
        {!isOver && (
          <Text size="sm" c="dimmed">
            You can close this panel. The job keeps running; find it under Bulk actions.
          </Text>
        )}
        {isOver && !job.isStopped && (changed > 0 || failures.length === 0) && (
          <Alert icon={<CircleCheck size={18} />} color="teal">
            {isMailing
              ? 'Bulk email request sent successfully.'
              : failures.length === 0
                ? 'All done'
                : 'Done, except for the people below'}
          </Alert>
        )}
        <NotDone people={failures} />
      </Stack>
      <SidePanelFooter>
        <FormProblem text={stop.problem ?? giveBack.problem} />
        {!isOver && can(stopBulkJob) && (
          <Button
            variant="default"
            leftSection={<Square size={14} />}
            loading={stop.isRunning}
            onClick={() => void stop.act({ params: { jobId } })}
          >
            Stop
          </Button>
        )}
        {(takenBack ?? 0) > 0 && can(giveBackBulkJob) && (
          <Button variant="default" loading={giveBack.isRunning} onClick={() => void askGiveBack()}>
            Give {counted(takenBack ?? 0, 'person', 'people')} back to the rule
          </Button>
        )}
        {canUndo && can(undoBulkJob) && (
          <Button variant="default" leftSection={<RotateCcw size={14} />} onClick={() => onUndo(job)}>
            Undo…
          </Button>
        )}
        {isOver && can(getBulkResults) && <Results job={job} onAgain={onAgain} />}
      </SidePanelFooter>
    </>
  )
}

/** Downloads a result per person. For a job that sends emails, also offers to repeat the failed ones. */
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
        leftSection={<FileDown size={14} />}
        loading={save.isRunning}
        onClick={() => void save.act()}
      >
        Download results
      </Button>
      {again.length > 0 && can(startBulkJob) && (
        <Button variant="default" onClick={() => onAgain(again)}>
          Resend to the {again.length} it did not reach
        </Button>
      )}
    </>
  )
}

function outcomeWords(outcome: string | null): string {
  if (outcome === null) return 'Waiting'
  if (outcome === 'done') return 'Done'
  if (outcome === 'mail-failed') return 'The email failed and will be retried'
  if (outcome === 'mail-given-up') return 'The email could not be sent'
  return bulkReason(outcome)
}
