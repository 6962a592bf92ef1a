import { Alert, Stack, Text } from '@mantine/core'
import { CircleAlert, CircleCheck, FileDown, Hourglass } from 'lucide-react'
import type { WebinarSync } from '#contract/webinars/webinars/calls.ts'
import { mostFailures } from '#contract/webinars/webinars/calls.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { csvOf } from '#web/core/texts/csv.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import { JobProgress } from '#web/core/ui/job-progress.tsx'
import { NotDone } from '#web/core/ui/not-done.tsx'
import { saveFile } from '#web/core/ui/save-file.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import {
  failedIn,
  failureRows,
  failureWords,
  outcomeSentence,
  syncCounts,
  syncWords,
} from './webinar-sync-words.ts'

/** A sync's or delink's progress and results. The job continues without this page. */
export function AdminWebinarProgress({ sync }: { sync: WebinarSync }) {
  const { kind, state, startedAt, startedBy, total, done, failures } = sync
  const isRunning = state === 'running'
  return (
    <Stack gap="sm">
      <JobProgress
        title={syncWords[kind].titles[state]}
        begunAt={startedAt}
        begunBy={startedBy}
        done={done}
        total={total}
        isOver={!isRunning}
      >
        <Text size="sm" mt={6} className="figures">
          {shownCount(done)} of {shownCount(total)}
        </Text>
        <ul className="row muted small figures">
          {syncCounts(sync).map(({ label, count }) => (
            <li key={label}>
              {label}: <strong>{shownCount(count)}</strong>
            </li>
          ))}
        </ul>
      </JobProgress>
      <div role="status">
        <State sync={sync} />
      </div>
      <NotDone
        people={failures.map(({ name, email, ...failure }) => ({
          who: name,
          more: email,
          why: failureWords(failure),
        }))}
      />
      {failures.length === mostFailures && failedIn(sync) > mostFailures && (
        <Hint>
          These are the first {mostFailures} of {shownCount(failedIn(sync))}.
        </Hint>
      )}
      {failures.length > 0 && (
        <SmallButton
          w="fit-content"
          icon={FileDown}
          onClick={() => saveFile(csvOf(failureRows(sync)), `${kind}-failures.csv`)}
        >
          Download failures
        </SmallButton>
      )}
    </Stack>
  )
}

/** The state in words, without changing numbers, because screen readers read this out. */
function State({ sync }: { sync: WebinarSync }) {
  const { kind, state, problem } = sync
  if (state === 'stopped') {
    return (
      <Alert color="red" icon={<CircleAlert />} title={syncWords[kind].failed}>
        {problem}
      </Alert>
    )
  }
  if (state === 'done') {
    const hasFailed = failedIn(sync) > 0
    return (
      <Alert color={hasFailed ? 'yellow' : 'teal'} icon={hasFailed ? <CircleAlert /> : <CircleCheck />}>
        {outcomeSentence(sync)}
      </Alert>
    )
  }
  return (
    <>
      {problem !== '' && (
        <Alert color="yellow" icon={<Hourglass />} title="Paused. It resumes automatically.">
          {problem}
        </Alert>
      )}
      <Hint mt={problem === '' ? 0 : 8}>You can close this. It keeps running; find it here again.</Hint>
    </>
  )
}
