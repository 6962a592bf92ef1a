import { NativeSelect, Skeleton } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { seasonLabel, seasonYears } from '#contract/core/season.ts'
import { exportForSponsors } from '#contract/events/sponsor-exports/calls.ts'
import { figuresKeptMs, getDashboard } from '#contract/office/dashboard/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { AdminRecountAlarms } from '#web/counting/recounts/admin-recount-alarms.tsx'
import { AdminOverlapAlarms } from '#web/counting/unusual-credits/admin-overlap-alarms.tsx'
import { SetUpSeason } from '#web/events/events/set-up-season.tsx'
import { AdminSponsorExport } from '#web/events/sponsor-exports/admin-sponsor-export.tsx'
import styles from './admin-dashboard-page.module.css'
import { AdminHeadline } from './admin-headline.tsx'
import { AdminNextSteps } from './admin-next-steps.tsx'
import { AdminPortalTroubles } from './admin-portal-troubles.tsx'
import { AdminSeasonFigures } from './admin-season-figures.tsx'
import { eventsOf, registrationsOf } from './figures.ts'
import { seasonCurve } from './season-curve.ts'

/** 'Dashboard': a season's figures, and its sponsor export. The address keeps the season. */
export default function AdminDashboardPage() {
  const season = currentSeason()
  const years = seasonYears(season).adminFilter
  const params = useSearch({ strict: false }) as { year?: unknown }
  const year = years.find((known) => known === params.year) ?? season
  const navigate = useNavigate()
  const figures = useData(getDashboard, { query: { year } }, { every: figuresKeptMs })

  return (
    <div className="page">
      <div className="spread">
        <PageHeading>Dashboard</PageHeading>
        <span className={`muted small figures ${styles.asOf}`}>
          {figures.data && `As of ${shownInstant(figures.data.asOf)}`}
        </span>
        <NativeSelect
          aria-label="Renewal year"
          size="xs"
          value={String(year)}
          data={years.map((known) => ({ value: String(known), label: seasonLabel(known) })).reverse()}
          onChange={({ currentTarget: { value } }) =>
            void navigate({
              to: '.',
              search: Number(value) === season ? {} : { year: Number(value) },
              resetScroll: false,
            })
          }
        />
      </div>
      <AdminPortalTroubles />
      <AdminRecountAlarms />
      <AdminOverlapAlarms />
      <SetUpSeason />
      <AdminNextSteps mails={figures.data?.mails} />
      <Loaded of={figures} loading={<Loading />}>
        {(dashboard) => {
          const curve = seasonCurve(dashboard)
          return (
            <>
              <AdminHeadline dashboard={dashboard} curve={curve} />
              {registrationsOf(dashboard.slots) > 0 ? (
                <AdminSeasonFigures dashboard={dashboard} curve={curve}>
                  <Allowed to={exportForSponsors}>
                    <AdminSponsorExport key={year} events={eventsOf(dashboard.slots)} />
                  </Allowed>
                </AdminSeasonFigures>
              ) : (
                <EmptyState
                  icon={CalendarClock}
                  title={`No registrations for ${seasonLabel(year)}`}
                  text="Charts will show up here once people are registered."
                />
              )}
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

function Loading() {
  return (
    <div className="stack" role="status" aria-label="Loading the figures">
      <Skeleton height={92} />
      <Skeleton height={380} />
      <Skeleton height={240} />
    </div>
  )
}
