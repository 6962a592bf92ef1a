import { Alert, Button, Stack, Text } from '@mantine/core'
import { CircleCheck, FileDown, RotateCcw, Square } from 'lucide-react'
import { useEffect } from 'react'
import { paths } from '#contract/core/paths.ts'
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
import { Hint } from '#web/core/ui/hint.tsx'
import { JobProgress } from '#web/core/ui/job-progress.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { NotDone } from '#web/core/ui/not-done.tsx'
import { saveFile } from '#web/core/ui/save-file.ts'
import { SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { doneWords, jobTitle, mailLabel, undeliverableInWords } from './bulk-words.ts'

interface Props {
  jobId: string
  onUndo: (job: BulkJob) => void
  /** Shows a job that this one's panel started. */
  onStarted: (jobId: string) => void
  /** Starts another job for the registrations with failed emails. */
  onAgain: (registrationIds: number[]) => void
}

const everyMs = 700
/** After the job, certificates and emails follow. */
const everyFollowingMs = 2000

/** A bulk job's progress and results. The job continues without this panel. */
export function BulkProgress({ jobId, ...acts }: Props) {
  const job = useData(getBulkJob, { params: { jobId } }, { every })
  return <Loaded of={job}>{(data) => <Shown job={data} {...acts} />}</Loaded>
}

/** Returns when to poll again; undefined once all certificates and emails are done. */
function every(job: BulkJob | undefined) {
  if (job?.state !== 'done') return everyMs
  const { issued = 0, total = 0 } = job.certificates ?? {}
  return issued === total && !job.emails?.waiting ? undefined : everyFollowingMs
}

function Shown({ job, onUndo, onAgain, onStarted }: { job: BulkJob } & Omit<Props, 'jobId'>) {
  const { jobId, state, done, total, changed, failures, certificates, emails, reason } = job
  const { canUndo, takenBack, unmailed } = job
  const isOver = state === 'done'
  const reload = useReload()
  const stop = useAct(stopBulkJob, { reloads: [getBulkJob] })
  // The list behind the panel shows what the job changed.
  useEffect(() => {
    if (isOver) void reload(getAllRegisteredUsers, getSlotFindings, getBulkJobs)
  }, [isOver, reload])
  const giveBack = useAct(giveBackBulkJob, {
    reloads: [getBulkJob, getSlotFindings, getWaits],
    toast: ({ given }) => `${counted(given, 'person', 'people')} back on automatic hours`,
  })
  const isMailing = job.kind === 'mail-certificates'

  async function askGiveBack() {
    const reason = await askReason({
      title: 'Use automatic hours for them?',
      message: `${counted(takenBack ?? 0, 'person', 'people')}. An undo removed their automatic hours. From now on, attendance can give them hours again.`,
      confirmLabel: 'Use automatic hours',
      reason: { label: 'Reason', placeholder: "Shown in each registration's history" },
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
            <Hint className="figures">
              Certificates issued: {certificates.issued} of {certificates.total}
            </Hint>
          )}
          {unmailed && unmailed.undeliverable > 0 && (
            <Hint className="figures">
              {undeliverableInWords(unmailed.undeliverable)}.{' '}
              <TextLink to={paths.markedAddresses()} inherit underline="always">
                See the addresses
              </TextLink>
            </Hint>
          )}
          {emails && emails.total > 0 && (
            <Hint className="figures">
              Emails sent: {emails.sent} of {emails.total}
            </Hint>
          )}
          {reason !== '' && <Hint>Reason: {reason}</Hint>}
        </JobProgress>
        {!isOver && <Hint>You can close this panel. The job keeps running; find it under Bulk actions.</Hint>}
        {isOver && !job.isStopped && (changed > 0 || failures.length === 0) && (
          <Alert icon={<CircleCheck />} color="teal">
            {isMailing
              ? 'Bulk email request sent successfully.'
              : failures.length === 0
                ? doneWords(job)
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
            {...stop.button({ params: { jobId } })}
          >
            Stop
          </Button>
        )}
        {(takenBack ?? 0) > 0 && can(giveBackBulkJob) && (
          <Button variant="default" loading={giveBack.isRunning} onClick={() => void askGiveBack()}>
            Use automatic hours for {counted(takenBack ?? 0, 'person', 'people')}
          </Button>
        )}
        {isOver && <MailUnmailed job={job} onStarted={onStarted} />}
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

/** Emails the certificates of a job that nobody was emailed yet, once all of them are issued. */
function MailUnmailed({ job, onStarted }: { job: BulkJob } & Pick<Props, 'onStarted'>) {
  const { jobId, certificates, emails, unmailed } = job
  const start = useAct(startBulkJob, { reloads: [getBulkJob], done: (started) => onStarted(started.jobId) })
  const open = unmailed ? unmailed.certificates - unmailed.undeliverable : 0
  const isFollowing = certificates?.issued !== certificates?.total || Boolean(emails?.waiting)
  if (open === 0 || isFollowing || !can(startBulkJob)) return null
  const body = { action: { kind: 'mail-certificates', onlyUnsent: true }, registrations: { jobId } } as const
  return (
    <>
      <FormProblem text={start.problem} />
      <Button {...start.button({ body })}>{mailLabel(open)}</Button>
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
      <Button variant="default" leftSection={<FileDown size={14} />} {...save.button()}>
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

function outcomeWords(outcome: string | null) {
  if (outcome === null) return 'Waiting'
  if (outcome === 'done') return 'Done'
  if (outcome === 'mail-failed') return 'The email failed and will be retried'
  if (outcome === 'mail-given-up') return 'The email could not be sent'
  return bulkReason(outcome)
}
