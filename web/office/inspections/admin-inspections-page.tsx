import { Skeleton } from '@mantine/core'
import { FileSearch } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { oldestNode } from '#contract/office/inspections/calls.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { ActivityHistory } from '#web/foundation/activities/activity-history.tsx'
import { CurrentKey } from '#web/foundation/signing-keys/key-fingerprints.tsx'
import { AdminNewInspection } from './admin-new-inspection.tsx'

/** 'FAA records': downloads the file for an inspector, and lists earlier downloads with their hashes. */
export default function AdminInspectionsPage() {
  return (
    <AdminPage
      isNarrow
      title="FAA records"
      about="One file has all records behind the hours: certificates, attendance reports as received, each hour in words, and every decision. A program inside counts the hours again on the inspector’s computer."
    >
      <AdminNewInspection />
      <section className="card pad stack" aria-labelledby="check">
        <h2 id="check">How an inspector checks a file</h2>
        <p>
          Send the file to the inspector. They unpack it into an empty folder and run{' '}
          <code>node verify.mjs --online</code> with Node.js {oldestNode} or newer. The last line says whether
          this portal signed it. Without a network, they compare the fingerprint that the program prints with
          this one, which is also on{' '}
          <TextLink to={paths.certificateVerification()} fz="inherit" underline="always">
            the verification page
          </TextLink>
          .
        </p>
        <CurrentKey />
      </section>
      <section className="card pad stack" aria-labelledby="downloads">
        <h2 id="downloads">Downloads</h2>
        <p>The same records always give the same file, so an inspector can compare its SHA-256 with yours.</p>
        <ActivityHistory
          filter={{ activity: 'inspection-downloaded' }}
          loading={<Skeleton height={120} />}
          empty={
            <EmptyState
              icon={FileSearch}
              title="No downloads yet"
              text="Each download will show up here, with its SHA-256."
            />
          }
        />
      </section>
    </AdminPage>
  )
}
