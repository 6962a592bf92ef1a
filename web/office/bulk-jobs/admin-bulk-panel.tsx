import { useState } from 'react'
import type { BulkJob, BulkKind, BulkRegistrations } from '#contract/office/bulk-jobs/calls.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { SidePanel } from '#web/core/ui/side-panel.tsx'
import { BulkJobList } from './bulk-job-list.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { BulkSetup } from './bulk-setup.tsx'
import { BulkUndo } from './bulk-undo.tsx'
import { bulkTitles } from './bulk-words.ts'
import { CertificatesSlot } from './certificates-slot.tsx'

/** The panel's step: a job to set up, a started one, one to undo, or a list to choose from. */
export type Bulk =
  | { kind: BulkKind; registrations: BulkRegistrations; eventSlotId?: number; onlyUnsent?: boolean }
  | { jobId: string }
  | { undone: BulkJob }
  | 'certificates of a slot'
  | 'jobs'

interface Props extends DialogProps {
  /** The first step. */
  bulk: Bulk
  onStarted: () => void
}

/** The side panel of bulk jobs, from their setup to their results. */
export default function AdminBulkPanel({ bulk, isOpen, onClose, onStarted }: Props) {
  const [{ shown, place }, setShown] = useState({ shown: bulk, place: 0 })
  const show = (next: Bulk) => setShown({ shown: next, place: place + 1 })
  const mailCertificates = (registrations: BulkRegistrations) =>
    show({ kind: 'mail-certificates', registrations })
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} size={560} title={titleOf(shown)}>
      <div key={place}>{content()}</div>
    </SidePanel>
  )

  function content() {
    if (shown === 'jobs') return <BulkJobList onChoose={(jobId) => show({ jobId })} />
    if (shown === 'certificates of a slot') {
      return (
        <CertificatesSlot
          onChoose={(eventSlotId) => mailCertificates({ filter: { eventSlotId } })}
          onCancel={onClose}
        />
      )
    }
    if ('jobId' in shown) {
      return (
        <BulkProgress
          jobId={shown.jobId}
          onUndo={(undone) => show({ undone })}
          onStarted={(jobId) => show({ jobId })}
          onAgain={(ids) => mailCertificates({ ids })}
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

function titleOf(shown: Bulk) {
  if (shown === 'jobs') return 'Bulk actions'
  if (shown === 'certificates of a slot') return 'Email Certificates in bulk'
  if ('undone' in shown) return 'Undo a bulk action'
  return 'jobId' in shown ? 'Bulk action' : bulkTitles[shown.kind]
}
