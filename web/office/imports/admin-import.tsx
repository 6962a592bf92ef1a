import { Alert, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleCheck, RotateCcw } from 'lucide-react'
import { useEffect } from 'react'
import { paths } from '#contract/core/paths.ts'
import type { Import } from '#contract/office/imports/calls.ts'
import {
  exportImport,
  getImport,
  getImports,
  importDaysKept,
  undoImport,
  verdictLabels,
} from '#contract/office/imports/calls.ts'
import { importKinds } from '#contract/office/imports/columns.ts'
import { useAct } from '#web/core/api/act.ts'
import { callFile } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { useReload } from '#web/core/api/reload.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { DownloadList } from '#web/core/ui/download-list.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { JobProgress } from '#web/core/ui/job-progress.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { PeopleList } from '#web/core/ui/people-list.tsx'
import { AdminImportSetup } from './admin-import-setup.tsx'
import { countWords } from './import-words.ts'

const everyMs = 700

/** An import: its columns and verdicts, its progress, or its results. */
export function AdminImport({ importId }: { importId: string }) {
  const read = useData(
    getImport,
    { params: { importId } },
    { every: (data) => (data?.state === 'running' || data?.state === 'undoing' ? everyMs : undefined) },
  )
  return (
    <Loaded of={read} loading={<PageSkeleton />}>
      {(data) => (data.state === 'uploaded' ? <AdminImportSetup of={data} /> : <Progress of={data} />)}
    </Loaded>
  )
}

function Progress({ of }: { of: Import }) {
  const {
    importId,
    kind,
    fileName,
    state,
    uploadedAt,
    uploadedBy,
    done,
    total,
    counts,
    canUndo,
    hasRows,
    kept,
  } = of
  const isUndo = state === 'undoing' || state === 'undone'
  const isOver = state === 'done' || state === 'undone'
  const reload = useReload()
  useEffect(() => {
    if (isOver) void reload(getImports)
  }, [isOver, reload])
  const undo = useAct(undoImport, {
    reloads: [getImport, getImports],
    confirm: {
      title: 'Undo this import?',
      message: `${counted(counts.new + counts.changes, 'row')}: everything it added is removed, and everything it changed is put back. Rows that have changed since stay.`,
      confirmLabel: 'Undo the import',
      tone: 'danger',
    },
  })
  return (
    <div className="stack">
      <section className="card pad stack" aria-label="Progress">
        <JobProgress
          title={`${isUndo ? 'Undo of' : `${importKinds[kind].label} from`} ${fileName}`}
          begunAt={uploadedAt}
          begunBy={uploadedBy}
          done={done}
          total={total}
          isOver={isOver}
        >
          <Text size="sm" mt={6} className="figures" role="status">
            {isOver
              ? isUndo
                ? undoneWords(of)
                : countWords(counts)
              : `${shownCount(done)} of ${counted(total, 'row')}`}
          </Text>
        </JobProgress>
        {!isOver && <p className="small muted">You can leave this page. The import keeps running.</p>}
        {state === 'done' && (
          <Alert icon={<CircleCheck size={18} />} color="teal">
            {counts.refused === 0 ? 'Imported.' : 'Imported, except for the rows below.'}
          </Alert>
        )}
        {!hasRows && <p className="small muted">The rows were deleted after {importDaysKept} days.</p>}
        <FormProblem text={undo.problem} />
        {isOver && hasRows && (
          <div className="row">
            <DownloadList
              label="Download results"
              name="import-results"
              failed="Couldn't download the results. Try again."
              read={(format) => callFile(exportImport, { params: { importId }, query: { format } })}
            />
            {!isUndo && <Imported kind={kind} />}
            {canUndo && (
              <Button
                size="xs"
                variant="default"
                leftSection={<RotateCcw size={14} />}
                loading={undo.isRunning}
                onClick={() => void undo.act({ params: { importId } })}
              >
                Undo…
              </Button>
            )}
          </div>
        )}
      </section>
      <Problems of={of} label={kept > 0 ? 'Kept or refused rows' : 'Refused rows'} />
    </div>
  )
}

/** A link to what was imported. Earlier certificates have no list. */
function Imported({ kind }: Pick<Import, 'kind'>) {
  if (kind === 'certificates') return null
  const isPeople = kind === 'people'
  return (
    <Button
      component={Link}
      to={isPeople ? paths.nonRegisteredUsers() : paths.allRegistrations()}
      size="xs"
      variant="default"
    >
      {isPeople ? 'Users with no event' : 'All Registrations'}
    </Button>
  )
}

function undoneWords({ total, kept }: Import): string {
  return kept === 0
    ? `${counted(total, 'row')} undone`
    : `${shownCount(total - kept)} of ${counted(total, 'row')} undone`
}

function Problems({ of: { problems, counts, kept }, label }: { of: Import; label: string }) {
  if (problems.length === 0) return null
  const more = counts.refused + kept - problems.length
  return (
    <section className="stack" aria-label={label}>
      <h2>{label}</h2>
      <PeopleList
        label={label}
        people={problems.map(({ line, email, why, isKept }) => ({
          who: email || 'No email',
          more: `Row ${line} · ${isKept ? 'Kept' : verdictLabels.refused}`,
          why,
          isRefused: true,
        }))}
      />
      {more > 0 && <p className="small muted">The result file has {counted(more, 'more row')}.</p>}
    </section>
  )
}
