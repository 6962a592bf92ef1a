import { create } from 'zustand'
import type { BulkKind, BulkRegistrations } from '#contract/bulk-jobs.ts'
import { LazyModal } from '#web/platform/ui/lazy-modal.tsx'
import { BulkJobList } from './bulk-job-list.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { BulkSetup } from './bulk-setup.tsx'
import { bulkTitles } from './bulk-words.ts'

/** What is to be done, a job that was begun, or all of them. */
type Shown = { kind: BulkKind; registrations: BulkRegistrations } | { jobId: string } | 'jobs'

const usePanel = create<{ shown: Shown; isOpen: boolean; place: number }>(() => ({
  shown: 'jobs',
  isOpen: false,
  place: 0,
}))

/** Opens the page's `AdminBulkPanel`. */
export function showBulk(shown: Shown): void {
  usePanel.setState(({ place }) => ({ shown, isOpen: true, place: place + 1 }))
}

/** The side panel for what is done to many: what, to whom, how far, and what came of it. */
export function AdminBulkPanel({ onStarted }: { onStarted?: () => void }) {
  const { shown, isOpen, place } = usePanel()
  return (
    <LazyModal
      opened={isOpen}
      onClose={() => usePanel.setState({ isOpen: false })}
      look="panel"
      size={560}
      title={titleOf(shown)}
    >
      <div key={place}>{content()}</div>
    </LazyModal>
  )

  function content() {
    if (shown === 'jobs') return <BulkJobList onChoose={(jobId) => showBulk({ jobId })} />
    if ('jobId' in shown) {
      return (
        <BulkProgress
          jobId={shown.jobId}
          onJob={(jobId) => showBulk({ jobId })}
          onAgain={(ids) => showBulk({ kind: 'mail-certificates', registrations: { ids } })}
        />
      )
    }
    return (
      <BulkSetup
        {...shown}
        onCancel={() => usePanel.setState({ isOpen: false })}
        onStarted={(jobId) => {
          showBulk({ jobId })
          onStarted?.()
        }}
      />
    )
  }
}

function titleOf(shown: Shown): string {
  if (shown === 'jobs') return 'Bulk jobs'
  return 'jobId' in shown ? 'Bulk job' : bulkTitles[shown.kind]
}
