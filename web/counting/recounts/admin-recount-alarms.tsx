import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import type { RecountAlarm } from '#contract/counting/recounts/calls.ts'
import { getRecountAlarms, seeRecount } from '#contract/counting/recounts/calls.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { useAct } from '#web/core/api/act.ts'
import { counted } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
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
  const { act, isRunning } = useAct(seeRecount, {
    reloads: [getRecountAlarms],
    tell: toastError,
    done: () => toastDone('Recount seen'),
  })
  const more = differences.length - mostShown
  return (
    <Alert
      color="red"
      icon={<TriangleAlert size={18} aria-hidden />}
      title={`Counting again gave something else for ${counted(differences.length, 'person', 'people')}`}
    >
      <div className="stack">
        <p className="small">
          On {shownInstant(recountedAt)}, the hours of {counted(people, 'person', 'people')} at{' '}
          <Anchor component={Link} to={paths.attendance({ eventSlotId })} fz="inherit" underline="always">
            {eventName}
          </Anchor>
          , {shownTimeslot(slot)}, were counted again from the stored reports. No hours were changed. Please
          find out why they differ before you credit anyone there.
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
        <Allowed to={seeRecount}>
          <div>
            <SmallButton loading={isRunning} onClick={() => void act({ body: { recountId } })}>
              Seen
            </SmallButton>
          </div>
        </Allowed>
      </div>
    </Alert>
  )
}

function hoursOf(hours: number | null): string {
  if (hours === null) return 'nothing'
  return hours === 0 ? 'no hours' : shownHours(hours)
}
