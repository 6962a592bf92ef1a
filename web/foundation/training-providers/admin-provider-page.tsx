import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import {
  getCourseNumbers,
  getProvider,
  setCourseNumber,
} from '#contract/foundation/training-providers/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { ReadOnlyUnlessAllowed } from '#web/core/ui/allowed.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { OpenedAs } from '#web/core/ui/page-panel.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { CertificateClaims } from './admin-certificate-claims.tsx'
import { CourseNumbers } from './course-numbers.tsx'
import { ProviderForm } from './provider-form.tsx'

/** The training provider and the signature on certificates and in emails. */
export default function AdminProviderPage() {
  const provider = useData(getProvider, {})
  const numbers = useData(getCourseNumbers, {})
  const [typed, setTyped] = useState<string>()
  const known = numbers.data?.events.find(({ courseNumber }) => courseNumber !== '')?.courseNumber ?? ''
  return (
    <AdminPage
      title="Training provider"
      about={
        <>
          Used on new certificates and emails. Issued certificates don't change.{' '}
          <Anchor
            component={Link}
            to={paths.activities()}
            search={{ activity: 'provider-changed' } as never}
            fz="sm"
            underline="always"
          >
            See its history
          </Anchor>
        </>
      }
    >
      <OpenedAs value={openedAs}>
        <Loaded of={provider} loading={<PageSkeleton />}>
          {(newest) => <ProviderForm newest={newest} courseNumber={typed ?? known} />}
        </Loaded>
      </OpenedAs>
      <section className="card pad" aria-labelledby="course-numbers">
        <h2 id="course-numbers">FAA course acceptance numbers</h2>
        <Text c="dimmed" size="sm">
          Printed on the event's certificates. Leave blank to omit.
        </Text>
        <Loaded of={numbers} loading={<TableSkeleton label="Loading the events" />}>
          {({ events }) => (
            <ReadOnlyUnlessAllowed to={setCourseNumber}>
              <CourseNumbers events={events} onTyped={setTyped} />
            </ReadOnlyUnlessAllowed>
          )}
        </Loaded>
      </section>
      <CertificateClaims />
    </AdminPage>
  )
}

const openedAs = { name: 'the provider', about: {} }
