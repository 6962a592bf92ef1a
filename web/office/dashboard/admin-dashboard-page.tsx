import { Skeleton } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import { seasonLabel } from '#contract/core/season.ts'
import { exportForSponsors } from '#contract/events/sponsor-exports/calls.ts'
import { figuresKeptMs, getDashboard } from '#contract/office/dashboard/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { AdminRecountAlarms } from '#web/counting/recounts/admin-recount-alarms.tsx'
import { AdminOverlapAlarms } from '#web/counting/unusual-credits/admin-overlap-alarms.tsx'
import { SetUpSeason, useSetUpSteps } from '#web/events/events/set-up-season.tsx'
import { AdminSponsorExport } from '#web/events/sponsor-exports/admin-sponsor-export.tsx'
import styles from './admin-dashboard-page.module.css'
import { AdminDemoStep } from './admin-demo-step.tsx'
import { AdminHeadline } from './admin-headline.tsx'
import { AdminNextSteps } from './admin-next-steps.tsx'
import { AdminPortalTroubles } from './admin-portal-troubles.tsx'
import { AdminSeasonFigures } from './admin-season-figures.tsx'
import { AdminToday } from './admin-today.tsx'
import { eventsOf, registrationsOf } from './figures.ts'
import { usePageYear } from './page-year.tsx'
import { seasonCurve } from './season-curve.ts'

/** 'Dashboard': a season's figures, and its sponsor export. The address keeps the season. */
export default function AdminDashboardPage() {
  const { year, yearSelect } = usePageYear()
  const isSettingUp = useSetUpSteps() !== undefined
  const figures = useData(getDashboard, { query: { year } }, { every: figuresKeptMs })

  return (
    <div className="page">
      <div className="spread">
        <PageHeading>Dashboard</PageHeading>
        <span className={`muted small figures ${styles.asOf}`}>
          {figures.data && `As of ${shownInstant(figures.data.asOf)}`}
        </span>
        {yearSelect}
      </div>
      <AdminDemoStep />
      <AdminToday />
      <AdminPortalTroubles />
      <AdminRecountAlarms />
      <AdminOverlapAlarms />
      <SetUpSeason />
      <AdminNextSteps mails={figures.data?.mails} isSettingUp={isSettingUp} />
      <Loaded of={figures} loading={<Loading />}>
        {(dashboard) => {
          const curve = seasonCurve(dashboard)
          return (
            <>
              <AdminHeadline dashboard={dashboard} curve={curve} />
              {registrationsOf(dashboard.slots) > 0 ? (
                <AdminSeasonFigures dashboard={dashboard} curve={curve}>
                  {can(exportForSponsors) && (
                    <AdminSponsorExport key={year} events={eventsOf(dashboard.slots)} />
                  )}
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
    <div className="stack" role="status" aria-label="Loading the charts">
      <Skeleton height={92} />
      <Skeleton height={380} />
      <Skeleton height={240} />
    </div>
  )
}
