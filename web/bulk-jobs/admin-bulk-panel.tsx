import { useState } from 'react'
import type { BulkJob, BulkKind, BulkRegistrations } from '#contract/bulk-jobs/calls.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { SidePanel } from '#web/core/ui/side-panel.tsx'
import { BulkJobList } from './bulk-job-list.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { BulkSetup } from './bulk-setup.tsx'
import { BulkUndo } from './bulk-undo.tsx'
import { bulkTitles } from './bulk-words.ts'

/** What is to be done, a job that was started, one that is to be undone, or all of them. */
export type Bulk =
  | { kind: BulkKind; registrations: BulkRegistrations }
  | { jobId: string }
  | { undone: BulkJob }
  | 'jobs'

interface Props extends DialogProps {
  /** What it begins with. */
  bulk: Bulk
  onStarted: () => void
}

/** The side panel for what is done to many: what, to whom, how far, and what came of it. */
export default function AdminBulkPanel({ bulk, isOpen, onClose, onStarted }: Props) {
  const [{ shown, place }, setShown] = useState({ shown: bulk, place: 0 })
  const show = (next: Bulk) => setShown({ shown: next, place: place + 1 })
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} size={560} title={titleOf(shown)}>
      <div key={place}>{content()}</div>
    </SidePanel>
  )

  function content() {
    if (shown === 'jobs') return <BulkJobList onChoose={(jobId) => show({ jobId })} />
    if ('jobId' in shown) {
      return (
        <BulkProgress
          jobId={shown.jobId}
          onUndo={(undone) => show({ undone })}
          onAgain={(ids) => show({ kind: 'mail-certificates', registrations: { ids } })}
        />
      )
    }
    if ('undone' in shown) {
      return (
        <BulkUndo
          job={shown.undone}
          onCancel={() => show({ jobId: shown.undone.jobId })}
          onStarted={(jobId) => show({ jobId })}
        />
      )
    }
    return (
      <BulkSetup
        {...shown}
        onCancel={onClose}
        onStarted={(jobId) => {
          show({ jobId })
          onStarted()
        }}
      />
    )
  }
}

function titleOf(shown: Bulk): string {
  if (shown === 'jobs') return 'Bulk jobs'
  if ('undone' in shown) return 'Undo a bulk job'
  return 'jobId' in shown ? 'Bulk job' : bulkTitles[shown.kind]
}
