import { Button } from '@mantine/core'
import { useState } from 'react'
import { cancellationRefusal } from '#contract/registrations/rules.ts'
import { later } from '#web/core/ui/later.tsx'
import type { GroupedEvent } from '#web/events/grouped-events.ts'
import type { Slot } from '#web/slots/offered-slots.ts'

const TimeSlotDialog = later(() => import('./time-slot-dialog.tsx'))

/** Offered while the event is open, has other slots, and no certificate stands. */
export function ChangeTimeSlot({ event, held }: { event: GroupedEvent; held: Slot }) {
  const [isOpen, setOpen] = useState(false)
  // What forbids giving up a slot forbids exchanging it.
  if (cancellationRefusal({ isEnabled: event.isEnabled, hours: held.hours }) || event.slots.length < 2)
    return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Change time slot
      </Button>
      <TimeSlotDialog event={event} held={held} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
