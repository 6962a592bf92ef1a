import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import { later } from '#web/core/ui/later.tsx'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import type { Slot } from '#web/events/slots/offered-slots.ts'
import { slotRefusal } from '#web/events/slots/offered-slots.ts'
import { SlotOffer } from '#web/events/slots/slot-offer.tsx'
import { useWaitlistActs } from '#web/registrations/waitlists/waitlist-acts.ts'

const RegisterDialog = later(() => import('./register-dialog.tsx'))

interface Props {
  event: GroupedEvent
  /** Chosen from the start. */
  wanted?: Slot | undefined
}

/**
 * An event's time slots to register for. A choice opens the dialog; closing it undoes the choice. A full slot
 * leads to its waitlist.
 */
export function SlotChoice({ event, wanted }: Props) {
  const [choice, setChoice] = useState<{ slot: Slot; time: number }>()
  const [isOpen, { open, close }] = useDisclosure()
  const { join, leave } = useWaitlistActs()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once
  useEffect(() => {
    if (wanted) choose(wanted)
  }, [])

  function choose(slot: Slot) {
    const { wait } = slot
    const full = { ...slot, eventName: event.eventName, isInPerson: isInPerson(event) }
    if (wait?.offerCode) {
      return void navigate({ to: paths.offeredSeat(), hash: `code=${wait.offerCode}` })
    }
    if (wait) return void leave.act(full)
    if (slotRefusal(event, slot, new Date()) === 'SLOT_FULL') return void join.act(full)
    // A second tap on the same slot changes nothing.
    if (isOpen && choice?.slot.eventSlotId === slot.eventSlotId) return
    setChoice({ slot, time: Date.now() })
    open()
  }

  return (
    <SlotOffer
      event={event}
      onChoose={choose}
      chosenSlotId={isOpen ? choice?.slot.eventSlotId : (join.given ?? leave.given)?.eventSlotId}
    >
      {choice && (
        <RegisterDialog key={choice.time} event={event} slot={choice.slot} isOpen={isOpen} onClose={close} />
      )}
    </SlotOffer>
  )
}
