import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import {
  getCourseNumbers,
  getProvider,
  setCourseNumber,
} from '#contract/foundation/training-providers/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { OpenedAs } from '#web/core/ui/page-panel.tsx'
import { ReadOnlyUnlessAllowed } from '#web/core/ui/read-only-unless-allowed.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { AdminBrand } from '#web/foundation/brands/admin-brand-form.tsx'
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
          <TextLink
            to={paths.activities()}
            search={{ activity: 'provider-changed' }}
            fz="sm"
            underline="always"
          >
            See change history
          </TextLink>
        </>
      }
    >
      <OpenedAs value={openedAs}>
        <Loaded of={provider}>
          {(newest) => <ProviderForm newest={newest} courseNumber={typed ?? known} />}
        </Loaded>
      </OpenedAs>
      <section className="card pad" aria-labelledby="course-numbers">
        <h2 id="course-numbers">FAA course acceptance numbers</h2>
        <Hint>Printed on the event's certificates. Leave blank to omit.</Hint>
        <Loaded of={numbers} loading={<TableSkeleton label="Loading the events" />}>
          {({ events }) => (
            <ReadOnlyUnlessAllowed to={setCourseNumber}>
              <CourseNumbers events={events} onTyped={setTyped} />
            </ReadOnlyUnlessAllowed>
          )}
        </Loaded>
      </section>
      <AdminBrand />
      <CertificateClaims />
    </AdminPage>
  )
}

const openedAs = { name: 'the provider', about: {} }
