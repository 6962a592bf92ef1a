import { Alert, Checkbox, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { BulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { getBulkJob, getBulkJobs } from '#contract/office/bulk-jobs/calls.ts'
import { previewUndo, undoBulkJob, undoneCertificates } from '#contract/office/bulk-jobs/undo.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { useUnsavedChanges } from '#web/core/ui/unsaved-changes.ts'
import { BulkForm, BulkReason } from './bulk-form.tsx'
import { BulkPreview, previewed } from './bulk-preview.tsx'
import { jobTitle } from './bulk-words.ts'

interface Props {
  job: BulkJob
  onCancel: () => void
  onStarted: (jobId: string) => void
}

/** Shows the effect of undoing a job, and asks for the reason. */
export function BulkUndo({ job, onCancel, onStarted }: Props) {
  const { jobId, kind } = job
  const [reason, setReason] = useState('')
  const [mailsCorrections, setMailsCorrections] = useState(true)
  useUnsavedChanges(reason.trim() !== '')
  const preview = useData(previewUndo, { params: { jobId } }, { isSteady: true, isForgotten: true })
  const people = preview.data?.people ?? []
  const changing = people.filter(({ verdict }) => verdict === 'changes').length
  const { withdrawn, replaced, mailed, issued } = undoneCertificates(people)
  const invalid = withdrawn + replaced
  const undo = useAct(undoBulkJob, {
    done: (started) => onStarted(started.jobId),
    reloads: [getBulkJob, getBulkJobs],
  })

  return (
    <BulkForm
      start={undo}
      label={`Undo for ${counted(changing, 'registration')}`}
      isDangerous
      isReady={changing > 0 && reason.trim() !== ''}
      onStart={() => void undo.act({ params: { jobId }, body: { reason: reason.trim(), mailsCorrections } })}
      onCancel={onCancel}
    >
      <Text size="sm" c="dimmed">
        {jobTitle(job)}, {shownInstant(job.askedAt)}
      </Text>
      {invalid > 0 && (
        <Alert
          icon={<TriangleAlert size={18} />}
          color="yellow"
          title={`${counted(invalid, 'certificate becomes', 'certificates become')} invalid`}
        >
          {withdrawn > 0 && `${shownCount(withdrawn)} withdrawn. `}
          {replaced > 0 && `${shownCount(replaced)} replaced by one with other hours. `}
          Emailed before: {shownCount(mailed)}.
        </Alert>
      )}
      {issued > 0 && (
        <Alert color="teal">{counted(issued, 'certificate is', 'certificates are')} issued again.</Alert>
      )}
      <BulkReason
        reason={reason}
        onChange={setReason}
        isRequired
        {...(kind !== 'credit' && { description: 'Shown with the job' })}
      />
      {kind === 'credit' && (
        <Checkbox
          label="Notify them by email"
          description="Anyone whose certificate was emailed gets one email in about a minute."
          checked={mailsCorrections}
          onChange={(event) => setMailsCorrections(event.currentTarget.checked)}
        />
      )}
      <Loaded of={preview} loading={<PageSkeleton />}>
        {(data) => <BulkPreview rows={previewed(data.people)} />}
      </Loaded>
    </BulkForm>
  )
}
