import { Alert } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { getOverlapAlarms, seeOverlaps } from '#contract/counting/unusual-credits/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { can } from '#web/core/session/can.ts'
import { counted } from '#web/core/texts/counts.ts'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { useOverlapAlarms } from './overlap-alarms.ts'

/** The most people in the alarm. */
const mostShown = 10

/** One person's credits for the same time, until reviewed. */
export function AdminOverlapAlarms() {
  const overlaps = useOverlapAlarms()
  const { act, isRunning } = useAct(seeOverlaps, {
    reloads: [getOverlapAlarms],
    tell: 'toast',
    toast: 'Overlaps reviewed',
  })
  if (overlaps.length === 0) return null
  const more = overlaps.length - mostShown
  return (
    <Alert
      color="red"
      icon={<TriangleAlert />}
      title={`The same time is credited twice: ${counted(overlaps.length, 'pair')} of credits`}
    >
      <div className="stack">
        <p className="small">
          No hours were changed. Open each pair, and withdraw one of the two credits if it is wrong.
        </p>
        <ul className="tight small anywhere">
          {overlaps.slice(0, mostShown).map(({ overlapId, season, name, eventNames }) => (
            <li key={overlapId}>
              <TextLink
                to={paths.unusualCredits()}
                search={{ year: season, kind: 'overlap' }}
                fz="inherit"
                underline="always"
              >
                {name || 'Someone without a name'}
              </TextLink>
              : {eventNames.join(' and ')}
            </li>
          ))}
          {more > 0 && <li>and {counted(more, 'more pair')}</li>}
        </ul>
        {can(seeOverlaps) && (
          <div>
            <SmallButton
              loading={isRunning}
              onClick={() => void act({ body: { overlapIds: overlaps.map(({ overlapId }) => overlapId) } })}
            >
              Mark as reviewed
            </SmallButton>
          </div>
        )}
      </div>
    </Alert>
  )
}
