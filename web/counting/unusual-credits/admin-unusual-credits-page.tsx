import { NativeSelect } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { seasonLabel, seasonYears } from '#contract/core/season.ts'
import type { ComparedCredit, UnusualCredit, UnusualKind } from '#contract/counting/unusual-credits/calls.ts'
import { getUnusualCredits, noReason, unusualKinds } from '#contract/counting/unusual-credits/calls.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { shownByDay } from '#contract/events/slots/hours-by-day.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { counted, shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { usePortion } from '#web/core/ui/portion.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { TableSkeleton } from '#web/core/ui/table-skeleton.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { YearSelect } from '#web/core/ui/year-select.tsx'

/** 'Unusual credits': what an inspector would ask about in a renewal year. The address keeps the year and the kind. */
export default function AdminUnusualCreditsPage() {
  const season = currentSeason()
  const params = useSearch({ strict: false }) as { year?: unknown; kind?: unknown }
  const years = [...new Set([...seasonYears(season).adminFilter, season + 1])].reverse()
  const year = years.find((known) => known === params.year) ?? season
  const kind = unusualKinds.find((known) => known === params.kind)
  const navigate = useNavigate()
  const choose = (chosen: { year: number; kind: UnusualKind | undefined }) =>
    void navigate({ to: '.', search: chosen, resetScroll: false })

  const read = useData(getUnusualCredits, { query: { year } })
  return (
    <AdminPage
      title="Unusual credits"
      about="Hours that an inspector would ask about, each with its reason. The FAA records have the same list in exceptions.csv."
    >
      <div className="row">
        <YearSelect
          label="Renewal year"
          size="xs"
          year={year}
          years={years}
          onChange={(year) => choose({ year, kind })}
        />
        <NativeSelect
          label="Kind"
          size="xs"
          value={kind ?? ''}
          data={[
            { value: '', label: `All kinds${numberOf(read.data?.credits)}` },
            ...unusualKinds.map((known) => ({
              value: known,
              label: `${kindWords[known]}${numberOf(read.data?.credits.filter((each) => each.kind === known))}`,
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            choose({ year, kind: unusualKinds.find((known) => known === value) })
          }
        />
      </div>
      <Loaded of={read} loading={<TableSkeleton label="Loading the unusual credits" />}>
        {({ credits }) => {
          const shown = credits.filter((credit) => !kind || credit.kind === kind)
          return shown.length === 0 ? (
            <EmptyState
              icon={CircleCheck}
              title={kind ? 'No credits of this kind' : 'No unusual credits'}
              text={`Nothing to explain for renewal year ${seasonLabel(year)}.`}
            />
          ) : (
            <Credits key={`${year} ${kind}`} credits={shown} />
          )
        }}
      </Loaded>
    </AdminPage>
  )
}

/** Returns ' (12)', or nothing before the list is read. */
function numberOf(credits: UnusualCredit[] | undefined) {
  return credits ? ` (${shownCount(credits.length)})` : ''
}

function Credits({ credits }: { credits: UnusualCredit[] }) {
  const { shown, more } = usePortion(credits)
  return (
    <div className="stack">
      <p className="muted small" role="status">
        {counted(credits.length, 'entry', 'entries')},{' '}
        {shownCount(credits.filter(({ reason }) => !reason).length)} without a reason
      </p>
      <div className="card">
        <RecordTable
          label="Unusual credits"
          widths={{ Kind: 140, Person: 130, Hours: 130, Given: 160, Reason: '28%' }}
          rows={shown}
          rowId={({ kind, creditId, other }) => `${kind} ${creditId} ${other?.creditId}`}
          columns={{
            Kind: ({ kind }) => <span className="strong">{kindWords[kind]}</span>,
            Person: ({ person }) => <Person of={person} />,
            Event: (credit) => <EventOf credit={credit} />,
            Hours: hoursOf,
            Given: (credit) => `By ${giverOf(credit)}, ${shownInstant(credit.decidedAt)}`,
            Reason: (credit) => (
              <div className="stack">
                <p>{credit.reason || <em>{noReason}</em>}</p>
                <Other of={credit} />
              </div>
            ),
          }}
        />
      </div>
      <div>{more}</div>
    </div>
  )
}

function Person({ of }: { of: UnusualCredit['person'] }) {
  if (!of) return <span className="muted">Account deleted</span>
  return (
    <TextLink to={paths.account(of)} fz="inherit">
      {of.name || of.email}
    </TextLink>
  )
}

/** The event, which links to the slot's hours. */
function EventOf({ credit: { eventName, eventSlotId, slot } }: { credit: ComparedCredit }) {
  return (
    <div>
      <TextLink to={paths.attendance({ eventSlotId })} fz="inherit">
        {eventName}
      </TextLink>
      <div className="muted">{shownTimeslot(slot)}</div>
    </div>
  )
}

/** Says which other credit a credit overlaps, or shares its course with. */
function Other({ of: { kind, courseNumber, other } }: { of: UnusualCredit }) {
  if (!other) return null
  return (
    <div>
      <p>
        {kind === 'overlap'
          ? 'The same time is also credited at:'
          : `Course number ${courseNumber} is also credited in this renewal year at:`}
      </p>
      <EventOf credit={other} />
      <p>{hoursOf(other)}</p>
      <p className="muted">
        By {giverOf(other)}, {shownInstant(other.decidedAt)}.{' '}
        {other.reason ? `Reason: ${other.reason}` : `${noReason}.`}
      </p>
    </div>
  )
}

function hoursOf({ hours, byDay }: ComparedCredit) {
  return byDay ? shownByDay(byDay) : shownHours(hours)
}

function giverOf({ rule, decidedBy }: ComparedCredit) {
  return rule ? `automatic (${rule})` : decidedBy || 'an administrator'
}

/** The kinds of unusual credits in words. */
const kindWords: Record<UnusualKind, string> = {
  'before-end': 'Given before the end',
  'more-than-taught': 'More than was taught',
  overlap: 'Same time credited twice',
  'no-evidence': 'Manual, without evidence',
  'same-course': 'Same course in one year',
}
