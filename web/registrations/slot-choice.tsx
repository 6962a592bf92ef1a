import { useState } from 'react'
import { later } from '#web/core/ui/later.tsx'
import type { GroupedEvent } from '#web/events/grouped-events.ts'
import type { Slot } from '#web/slots/offered-slots.ts'
import { SlotOffer } from '#web/slots/slot-offer.tsx'

const RegisterDialog = later(() => import('./register-dialog.tsx'))

interface Props {
  event: GroupedEvent
  /** Chosen from the start. */
  wanted?: Slot | undefined
}

/** The time slots of an event, to register for. A choice opens the dialog; closing it takes the choice back. */
export function SlotChoice({ event, wanted }: Props) {
  const [choice, setChoice] = useState(wanted && { slot: wanted, time: 0 })
  const [isOpen, setOpen] = useState(wanted !== undefined)

  function choose(slot: Slot) {
    // A second tap on the same slot changes nothing.
    if (isOpen && choice?.slot.eventSlotId === slot.eventSlotId) return
    setChoice({ slot, time: Date.now() })
    setOpen(true)
  }

  return (
    <SlotOffer event={event} onChoose={choose} chosenSlotId={isOpen ? choice?.slot.eventSlotId : undefined}>
      {choice && (
        <RegisterDialog
          key={choice.time}
          event={event}
          slot={choice.slot}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </SlotOffer>
  )
}
