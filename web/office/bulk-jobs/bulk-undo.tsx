import { Alert, Checkbox } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { BulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { getBulkJob, getBulkJobs } from '#contract/office/bulk-jobs/calls.ts'
import { previewUndo, undoBulkJob, undoneCertificates } from '#contract/office/bulk-jobs/undo.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
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
  const [mailsCorrections, setMailsCorrections] = useInputState(true)
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
      <Hint>
        {jobTitle(job)}, {shownInstant(job.askedAt)}
      </Hint>
      {invalid > 0 && (
        <Alert
          icon={<TriangleAlert />}
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
      {kind === 'credit' ? (
        <Checkbox
          label="Notify them by email"
          description="We'll email everyone whose certificate changed, in about a minute."
          checked={mailsCorrections}
          onChange={setMailsCorrections}
        />
      ) : (
        <Hint>Everyone gets an email about the change, in about a minute.</Hint>
      )}
      <Loaded of={preview}>{(data) => <BulkPreview rows={previewed(data.people)} />}</Loaded>
    </BulkForm>
  )
}
