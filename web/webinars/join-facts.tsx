import { Group } from '@mantine/core'
import { CalendarDays, Clock, MonitorPlay } from 'lucide-react'
import { yourTime } from '#contract/slots/your-time.ts'
import { shownInstant } from '#web/core/texts/instants.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

interface Props {
  eventName: string
  slot: string
  /** The next time that it begins; null once it is over. */
  startsAt: Date | null
}

/** What it is about, and when: in Eastern time, and in the visitor's own where that differs. */
export function JoinFacts({ eventName, slot, startsAt }: Props) {
  const yours = startsAt && yourTime(startsAt, zone)
  return (
    <ul className="stack">
      <Group component="li" gap="xs" wrap="nowrap" align="start">
        <MonitorPlay size={18} color="var(--blue)" />
        <strong>{eventName}</strong>
      </Group>
      <Group component="li" gap="xs" wrap="nowrap" align="start">
        <CalendarDays size={18} color="var(--blue)" />
        {slot}
      </Group>
      {startsAt && (
        <Group component="li" gap="xs" wrap="nowrap" align="start">
          <Clock size={18} color="var(--blue)" />
          <span>
            Begins {shownInstant(startsAt)}
            {yours && `, ${yours}`}
          </span>
        </Group>
      )}
    </ul>
  )
}
