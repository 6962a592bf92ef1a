import type { CheckedEvent } from '#contract/events/events/checklist.ts'
import { eventChecklist } from '#contract/events/events/checklist.ts'
import { confirm } from '#web/core/ui/dialogs.tsx'
import { EventChecklist } from './event-checklist.tsx'

/** Shows the checklist of an event and asks whether to publish it. */
export function confirmPublishing(event: CheckedEvent): Promise<boolean> {
  const isComplete = eventChecklist(event, new Date()).every(({ isDone }) => isDone)
  return confirm({
    title: 'Publish this event?',
    message: isComplete
      ? 'People can see it and register right away.'
      : 'People can see it and register right away. You can add what is missing later.',
    details: <EventChecklist event={event} />,
    confirmLabel: isComplete ? 'Publish' : 'Publish anyway',
    cancelLabel: 'Keep editing',
  })
}
