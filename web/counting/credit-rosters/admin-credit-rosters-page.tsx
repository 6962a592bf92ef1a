import { useNavigate, useSearch } from '@tanstack/react-router'
import type { RosterScope } from '#contract/counting/credit-rosters/calls.ts'
import { getRoster } from '#contract/counting/credit-rosters/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { AdminRoster } from './admin-roster.tsx'
import { RosterScopeFields } from './roster-scope-fields.tsx'

/** 'Credit rosters': the credits to report to FAASafety.gov. The address keeps the event, the slot or the year. */
export default function AdminCreditRostersPage() {
  const { event, slot, year } = useSearch({ strict: false }) as Record<string, unknown>
  const scope: RosterScope =
    typeof slot === 'number'
      ? { eventSlotId: slot }
      : typeof event === 'number'
        ? { eventId: event }
        : { year: typeof year === 'number' ? year : currentSeason() }
  const navigate = useNavigate()
  const choose = ({ eventId, eventSlotId, year }: RosterScope) =>
    void navigate({
      to: '.',
      search: { event: eventId, slot: eventSlotId, year } as never,
      resetScroll: false,
    })
  return (
    <AdminPage
      title="Credit rosters"
      about="Report these credits at FAASafety.gov, then mark them as reported. Later changes make a roster of differences."
    >
      <RosterScopeFields scope={scope} onChange={choose} />
      <Loaded
        of={useData(getRoster, { query: scope })}
        loading={<TableSkeleton label="Loading the credits" />}
      >
        {(roster) => <AdminRoster key={JSON.stringify(scope)} scope={scope} roster={roster} />}
      </Loaded>
    </AdminPage>
  )
}
