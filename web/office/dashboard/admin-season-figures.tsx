import { SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { seasonLabel } from '#contract/core/season.ts'
import type { Dashboard } from '#contract/office/dashboard/calls.ts'
import { hoursNeeded } from '#contract/registrations/registrations/renewal-years.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { AdminFigure } from './admin-figure.tsx'
import { BarFigure } from './bar-figure.tsx'
import { hoursRows, joinUrlRows, membershipRows, placeRows, seriesRows, slotRows } from './figures.ts'
import type { CurveDay } from './season-curve.ts'
import { monthEnds } from './season-curve.ts'

interface Props {
  dashboard: Dashboard
  curve: CurveDay[]
  /** Shown after the figures. */
  children: ReactNode
}

/** The drawn figures of a season. */
export function AdminSeasonFigures({ dashboard, curve, children }: Props) {
  const { season } = dashboard
  const webinars = joinUrlRows(dashboard)
  const missing = webinars.reduce((sum, { values }) => sum + (values[2] ?? 0), 0)
  return (
    <>
      <SeasonFigure season={season} curve={curve} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={14}>
        <Stack gap={14} miw={0}>
          <BarFigure
            title="Registrations by series"
            text="All events in a series."
            of="Series"
            columns={['Registrations']}
            rows={seriesRows(dashboard)}
          />
          <BarFigure
            title="Registrations by slot"
            text="In the order they take place. Times are Eastern."
            of="Slot"
            columns={['Registrations']}
            rows={slotRows(dashboard)}
          />
          {webinars.length > 0 && (
            <BarFigure
              title="Join URLs by webinar"
              text={
                missing === 0
                  ? 'Every webinar registration has a join URL.'
                  : `Registrations without a join URL: ${shownCount(missing)}.`
              }
              of="Webinar"
              columns={['Coverage (%)', 'With join URL', 'Missing']}
              rows={webinars}
              unit="%"
              full={100}
            />
          )}
        </Stack>
        <Stack gap={14} miw={0}>
          <BarFigure
            title="Registrations by state"
            text="Each person's state, or their country outside the United States."
            of="State or country"
            columns={['Registrations', 'People']}
            rows={placeRows(dashboard)}
          />
          <BarFigure
            title="Members of associations"
            text="People of the season with a membership number. Some are members of several associations."
            of="Association"
            columns={['People', 'Registrations']}
            rows={membershipRows(dashboard)}
          />
          <BarFigure
            title="Hours in this renewal year"
            text={`The people of the season, by the hours credited to them. Each needs ${hoursNeeded}.`}
            of="Hours"
            columns={['People']}
            rows={hoursRows(dashboard)}
          />
          {children}
        </Stack>
      </SimpleGrid>
    </>
  )
}

function SeasonFigure({ season, curve }: { season: number; curve: CurveDay[] }) {
  const [thisSeason, lastSeason] = [seasonLabel(season), seasonLabel(season - 1)]
  return (
    <AdminFigure
      title="Registrations over time"
      text="Active registrations by sign-up date, April 1 to March 31. Earlier ones count from the first day."
      drawing={{ kind: 'curve', days: curve, thisSeason, lastSeason }}
      table={{
        caption: `Registrations over time, ${thisSeason} and ${lastSeason}`,
        of: 'By the end of',
        columns: [thisSeason, lastSeason],
        rows: monthEnds(curve).map(({ day, ...of }) => ({
          label: day,
          values: [of.thisSeason, of.lastSeason],
        })),
      }}
    />
  )
}
