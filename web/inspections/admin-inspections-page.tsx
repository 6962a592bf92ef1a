import { FileSearch } from 'lucide-react'
import { getInspectionPacks, inspectionDays } from '#contract/inspections/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
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
