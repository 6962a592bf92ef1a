import { FileUp, ListChecks, Mails } from 'lucide-react'
import { sendCertificatesInBulk } from '#contract/office/bulk-jobs/calls.ts'
import { importHours } from '#contract/office/bulk-jobs/hours.ts'
import { can } from '#web/core/session/can.ts'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { bulkJobs } from './admin-bulk.tsx'

const uploadHours = pagePanel(() => import('./admin-upload-hours-panel.tsx'))

/** The buttons above a list for work on many registrations. */
export function AdminBulkTools() {
  return (
    <>
      <SmallButton icon={ListChecks} onClick={() => bulkJobs.show({ bulk: 'jobs' })}>
        {' '}
        Bulk actions{' '}
      </SmallButton>
      {can(importHours) && (
        <>
          <SmallButton icon={FileUp} onClick={() => uploadHours.show({})}>
            Upload CSV Hours
          </SmallButton>
          <uploadHours.Panel />
        </>
      )}
      <SmallButton
        needs={sendCertificatesInBulk}
        icon={Mails}
        onClick={() => bulkJobs.show({ bulk: 'certificates of a slot' })}
      >
        Email Certificates in bulk
      </SmallButton>
    </>
  )
}
