import { Button } from '@mantine/core'
import { FileUp, ListChecks, Mails } from 'lucide-react'
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
      <Button
        variant="default"
        size="xs"
        leftSection={<FileUp size={15} aria-hidden />}
        onClick={uploadHours}
      >
        Upload CSV Hours
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<Mails size={15} aria-hidden />}
        onClick={emailCertificates}
      >
        Email Certificates in bulk
      </Button>
    </>
  )
}
