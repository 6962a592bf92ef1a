import { pagePanel } from '#web/core/ui/page-panel.tsx'
import type { Bulk } from './admin-bulk-panel.tsx'

/** Sets up bulk jobs, and shows and undoes them. */
export const bulkJobs = pagePanel<{ bulk: Bulk }, { onStarted: () => void }>(
  () => import('./admin-bulk-panel.tsx'),
)

/** Opens the panel that emails a slot's certificates to everyone who did not get theirs yet. */
export function mailCertificates(eventSlotId: number) {
  const registrations = { filter: { eventSlotId } }
  bulkJobs.show({ bulk: { kind: 'mail-certificates', registrations, onlyUnsent: true } })
}
