import { Alert } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import type { RecountAlarm } from '#contract/counting/recounts/calls.ts'
import { getRecountAlarms, seeRecount } from '#contract/counting/recounts/calls.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { useAct } from '#web/core/api/act.ts'
import { can } from '#web/core/session/can.ts'
import { counted } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { useRecountAlarms } from './recount-alarms.ts'

/** The most names in an alarm. */
const mostShown = 10

/** The recounts whose findings differ from the stored ones, of all slots or one, until reviewed. */
export function AdminRecountAlarms({ eventSlotId }: { eventSlotId?: number }) {
  return useRecountAlarms()
    .filter((alarm) => eventSlotId === undefined || alarm.eventSlotId === eventSlotId)
    .map((alarm) => <Alarm key={alarm.recountId} alarm={alarm} />)
}

function Alarm({ alarm }: { alarm: RecountAlarm }) {
  const { recountId, eventSlotId, eventName, slot, recountedAt, people, differences } = alarm
  const { button } = useAct(seeRecount, {
    reloads: [getRecountAlarms],
    tell: 'toast',
    toast: 'Nightly check reviewed',
  })
  const more = differences.length - mostShown
  return (
    <Alert
      color="red"
      icon={<TriangleAlert />}
      title={`The nightly check found different hours for ${counted(differences.length, 'person', 'people')}`}
    >
      <div className="stack">
        <p className="small">
          On {shownInstant(recountedAt)}, the hours of {counted(people, 'person', 'people')} at{' '}
          <TextLink to={paths.attendance({ eventSlotId })} fz="inherit" underline="always">
            {eventName}
          </TextLink>
          , {shownTimeslot(slot)}, were counted again from the stored reports. No hours were changed. Find out
          why they differ before you issue certificates there.
        </p>
        <ul className="tight small anywhere">
          {differences.slice(0, mostShown).map(({ registrationId, name, before, now }) => (
            <li key={registrationId}>
              {name || 'Account deleted'}: stored {hoursOf(before)}, now {hoursOf(now)}
              {before === now && ', for another reason'}
            </li>
          ))}
          {more > 0 && <li>and {counted(more, 'more person', 'more people')}</li>}
        </ul>
        {can(seeRecount) && (
          <div>
            <SmallButton {...button({ body: { recountId } })}>Mark as reviewed</SmallButton>
          </div>
        )}
      </div>
    </Alert>
  )
}

function hoursOf(hours: number | null) {
  if (hours === null) return 'nothing'
  return hours === 0 ? 'no hours' : shownHours(hours)
}
