import { Badge, VisuallyHidden } from '@mantine/core'
import { Wifi, WifiOff } from 'lucide-react'
import type { DoorList } from '#contract/attendance/check-ins/calls.ts'
import { shownDay } from '#contract/core/plain-dates.ts'
import { useIsReachable } from '#web/core/api/connection.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import styles from './door.module.css'
import { countPeople, slotsOf } from './door-list.ts'
import { connectionWords, reachableWords } from './door-words.ts'
import type { KeptCheckIn } from './kept-check-ins.ts'
import { waitingCheckIns } from './kept-check-ins.ts'

/** The day with its events, how many have come, and whether the portal can be reached. */
export function DoorStatus({ list, checkIns }: { list: DoorList | undefined; checkIns: KeptCheckIn[] }) {
  const isReachable = useIsReachable()
  const waiting = waitingCheckIns(checkIns)
  const Icon = isReachable ? Wifi : WifiOff
  const events = list && [...new Set(slotsOf(list, list.day).map(({ eventName }) => eventName))].join(' · ')
  const counts = events && countPeople(list, list.day, waiting)
  return (
    <div className="stack">
      <div className="spread">
        <PageHeading>Check-in</PageHeading>
        <VisuallyHidden role="status">{reachableWords(isReachable)}</VisuallyHidden>
        <Badge
          size="lg"
          bg={isReachable ? 'var(--good-soft)' : 'var(--warn-soft)'}
          c={isReachable ? 'var(--good)' : 'var(--warn)'}
          leftSection={<Icon size={16} aria-hidden />}
        >
          {connectionWords(isReachable, waiting.length)}
        </Badge>
      </div>
      {list && (
        <p>
          <strong>{shownDay(list.day)}</strong>
          {events && ` · ${events}`}
        </p>
      )}
      {counts && (
        <dl className={styles.counts}>
          <Count label="Expected" count={counts.expected} />
          <Count label="In the room" count={counts.in} />
          <Count label="Left" count={counts.out} />
        </dl>
      )}
    </div>
  )
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figures">{shownCount(count)}</dd>
    </div>
  )
}
