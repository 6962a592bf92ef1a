import type { GroupedEvent } from '#web/events/grouped-events.ts'
import { SlotOffer } from '#web/slots/slot-offer.tsx'
import { useRegistering } from './registering.tsx'

/** The time slots of an event, to register by. Choosing one again takes the choice back. */
export function SlotChoice({ event }: { event: GroupedEvent }) {
  const { choose, chosenSlotId, isPreparing, dialog } = useRegistering(event)
  return (
    <SlotOffer event={event} onChoose={choose} chosenSlotId={chosenSlotId} isPreparing={isPreparing}>
      {dialog}
    </SlotOffer>
  )
}
