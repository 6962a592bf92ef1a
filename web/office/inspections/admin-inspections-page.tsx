import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FileSearch } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { getInspectionPacks, inspectionDays, oldestNode } from '#contract/office/inspections/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { CurrentKey } from '#web/foundation/signing-keys/key-fingerprints.tsx'
import { AdminInspectionPack, isBeingMade } from './admin-inspection-pack.tsx'
import { AdminNewInspection } from './admin-new-inspection.tsx'

/** 'Inspection packs': the files that an inspector needs, and the links with which inspectors read them. */
export default function AdminInspectionsPage() {
  const packs = useData(
    getInspectionPacks,
    {},
    { every: (shown) => (shown?.packs.some(isBeingMade) ? 1000 : undefined) },
  )
  return (
    <AdminPage
      width={980}
      title="Inspection packs"
      about="A pack is one file with all records behind the hours: certificates, attendance reports as received, each hour in words, and every decision. A program inside counts the hours again on the inspector’s computer."
    >
      <AdminNewInspection />
      <section className="card pad stack" aria-labelledby="check">
        <h2 id="check">How an inspector checks a pack</h2>
        <p>
          Unpack the file and run <code>node verify.mjs --online</code> with Node.js {oldestNode} or newer.
          The last line says whether this portal signed it. Without a network, compare the fingerprint that
          the program prints with this one, which is also on{' '}
          <Anchor component={Link} to={paths.certificateVerification()} fz="inherit" underline="always">
            the verification page
          </Anchor>
          .
        </p>
        <CurrentKey />
      </section>
      <Loaded of={packs} loading={<PageSkeleton />}>
        {({ packs }) =>
          packs.length === 0 ? (
            <EmptyState
              icon={FileSearch}
              title="No packs yet"
              text={`Packs will show up here. Their files are kept for ${inspectionDays} days, and longer while a link leads to them.`}
            />
          ) : (
            <ul className="stack" aria-label="Packs">
              {packs.map((pack) => (
                <li key={pack.packId}>
                  <AdminInspectionPack pack={pack} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </AdminPage>
  )
}
