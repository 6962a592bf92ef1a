import { Group } from '@mantine/core'
import { decideAttendance } from '#contract/attendance/attendance-decisions/calls.ts'
import type { ReplacedReport } from '#contract/attendance/attendances/report-calls.ts'
import { getReplacedReports } from '#contract/attendance/attendances/report-calls.ts'
import type { Data } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { reloads } from '#web/attendance/attendance-decisions/answered.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { setAsideWords } from './attendance-words.ts'
import { useTakeBack } from './set-aside.ts'

type Slot = Data<typeof getReplacedReports>['slots'][number]

/** Returns the slots with reports set aside by the upgrade to the rule `hours-2`, until reviewed. */
export function useReplacedReports(): Slot[] {
  return useData(getReplacedReports, {}).data?.slots ?? []
}

/** The reports that the upgrade set aside, so that nobody's past hours changed; nothing if there are none. */
export function AdminReplacedReports() {
  const slots = useReplacedReports()
  if (slots.length === 0) return null
  return (
    <section className="card pad stack" aria-labelledby="replaced-reports">
      <div>
        <h2 id="replaced-reports">Set aside by the upgrade</h2>
        <p className="muted small">
          A newer report hid these before. All reports count together now, so we set these aside, and no one's
          hours changed. Restore a report whose people should have its hours, too.
        </p>
      </div>
      {slots.map(({ eventSlotId, eventName, slot, reports }) => (
        <div key={eventSlotId} className="tight">
          <h3>
            <TextLink to={paths.attendance({ eventSlotId })} fz="inherit" fw="inherit">
              {eventName}
            </TextLink>{' '}
            <span className="muted small figures">{shownTimeslot(slot)}</span>
          </h3>
          <ul className="lines anywhere">
            {reports.map((report) => (
              <Replaced key={report.setAside[0]?.decisionId} eventSlotId={eventSlotId} report={report} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function Replaced({ eventSlotId, report }: { eventSlotId: number; report: ReplacedReport }) {
  const { originName, receivedAt, setAside } = report
  const name = `${originName} of ${shownInstant(receivedAt)}`
  const back = useTakeBack()
  const leave = useAct(decideAttendance, {
    reloads,
    tell: 'toast',
    toast: 'The report stays set aside',
  })
  const decisionIds = setAside.map(({ decisionId }) => decisionId)
  const subjects = setAside.map(({ subject, decisionId }) => ({ subject, readDecisionId: decisionId }))
  return (
    <Group component="li" justify="space-between" py="xs">
      <div>
        <div className="strong">{name}</div>
        {setAside.map((decision) => (
          <div key={decision.decisionId} className="muted small">
            {setAsideWords(decision)}
          </div>
        ))}
      </div>
      {can(decideAttendance) && (
        <div className="row">
          <SmallButton aria-label={`Restore ${name}`} {...back.button({ decisionIds, name })}>
            Restore
          </SmallButton>
          <SmallButton
            aria-label={`Leave ${name} set aside`}
            {...leave.button({
              body: {
                eventSlotId,
                act: 'set-aside',
                registrationIds: [],
                subjects,
                reason: 'Reviewed after the upgrade; stays set aside',
              },
            })}
          >
            Leave it
          </SmallButton>
        </div>
      )}
    </Group>
  )
}
