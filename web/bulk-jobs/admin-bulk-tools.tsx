import { FileUp, ListChecks, Mails } from 'lucide-react'
import { sendCertificatesInBulk } from '#contract/bulk-jobs/calls.ts'
import { importHours } from '#contract/bulk-jobs/hours.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { showBulk } from './admin-bulk.tsx'
import { emailCertificates } from './admin-email-certificates.tsx'
import { uploadHours } from './admin-upload-hours.tsx'

/** What is done to many at once. */
export function AdminBulkTools() {
  return (
    <>
      <SmallButton icon={ListChecks} onClick={() => showBulk('jobs')}>
        Jobs
      </SmallButton>
      <Allowed to={importHours}>
        <SmallButton icon={FileUp} onClick={uploadHours}>
          Upload CSV Hours
        </SmallButton>
      </Allowed>
      <Allowed to={sendCertificatesInBulk}>
        <SmallButton icon={Mails} onClick={emailCertificates}>
          Email Certificates in bulk
        </SmallButton>
      </Allowed>
    </>
  )
}
