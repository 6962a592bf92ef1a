import type { BadgeProps } from '@mantine/core'
import { Badge } from '@mantine/core'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { eventPhase } from './event-order.ts'

/** Says in a badge if an event is unpublished, on now, over, open or closed. */
export function EventState({ event }: { event: AdminEvent }) {
  return <Badge size="sm" {...stateOf(event)} />
}

function stateOf(event: AdminEvent): BadgeProps {
  const phase = eventPhase(event, new Date())
  if (event.isDraft) return { children: 'Unpublished', color: 'dark', variant: 'outline' }
  if (phase === 'over') return { children: 'Over', color: 'gray' }
  if (phase === 'running') return { children: 'On now', bg: 'var(--violet-soft)', c: 'var(--focus-1)' }
  return event.isEnabled
    ? { children: 'Open', bg: 'var(--good-soft)', c: 'var(--good)' }
    : { children: 'Closed', color: 'gray' }
}
