import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '#contract/core/paths.ts'
import { isInPerson } from '#contract/events/events/facts.ts'
import { sessionUser } from '#web/core/session/session.ts'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import type { Slot } from '#web/events/slots/offered-slots.ts'
import { slotRefusal } from '#web/events/slots/offered-slots.ts'
import { SlotOffer } from '#web/events/slots/slot-offer.tsx'
import { slotInWords } from '#web/events/slots/slot-words.ts'
import { keepWantedSlot } from '#web/people/identity/wanted-slot.ts'

/**
 * An event's time slots for everyone. A choice leads to the registration, for strangers through the sign-up. A
 * choice made on another website is in the address.
 */
export function WantedSlotChoice({ event }: { event: GroupedEvent }) {
  const navigate = useNavigate()
  const { slot: chosenSlotId } = useSearch({ strict: false }) as { slot?: number }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const chosen = event.slots.find(({ eventSlotId }) => eventSlotId === chosenSlotId)
    const refusal = chosen && slotRefusal(event, chosen, new Date())
    // The way back leads to that website.
    if (chosen && (!refusal || refusal === 'SLOT_FULL')) choose(chosen, { replace: true })
  }, [])

  function choose(slot: Slot, { replace = false } = {}) {
    const user = sessionUser()
    if (user && !user.isAdmin) {
      void navigate({ to: paths.upcomingEvents(), search: { slot: slot.eventSlotId }, replace })
      return
    }
    keepWantedSlot(slot.eventSlotId)
    void navigate({
      to: paths.register(),
      replace,
      state: { wanted: `${event.eventName}, ${slotInWords(slot, { isInPerson: isInPerson(event) })}` },
    })
  }

  return <SlotOffer event={event} onChoose={(slot) => choose(slot)} />
}
