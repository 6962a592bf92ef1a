import { Button } from '@mantine/core'
import { FileUp, ListChecks, Mails } from 'lucide-react'
import { sendCertificatesInBulk } from '#contract/bulk-jobs/calls.ts'
import { importHours } from '#contract/bulk-jobs/hours.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { showBulk } from './admin-bulk.tsx'
import { emailCertificates } from './admin-email-certificates.tsx'
import { uploadHours } from './admin-upload-hours.tsx'

/** What is done to many at once. */
export function AdminBulkTools() {
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<ListChecks size={15} aria-hidden />}
        onClick={() => showBulk('jobs')}
      >
        Jobs
      </Button>
      <Allowed to={importHours}>
        <Button
          variant="default"
          size="xs"
          leftSection={<FileUp size={15} aria-hidden />}
          onClick={uploadHours}
        >
          Upload CSV Hours
        </Button>
      </Allowed>
      <Allowed to={sendCertificatesInBulk}>
        <Button
          variant="default"
          size="xs"
          leftSection={<Mails size={15} aria-hidden />}
          onClick={emailCertificates}
        >
          Email Certificates in bulk
        </Button>
      </Allowed>
    </>
  )
}
