import { useNavigate } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { shownSlot } from '#contract/events/slots/times.ts'
import { sessionUser } from '#web/core/session/session.ts'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import type { Slot } from '#web/events/slots/offered-slots.ts'
import { SlotOffer } from '#web/events/slots/slot-offer.tsx'
import { keepWantedSlot } from '#web/people/identity/wanted-slot.ts'

/** An event's time slots for everyone. A choice leads to the registration, for strangers through the sign-up. */
export function WantedSlotChoice({ event }: { event: GroupedEvent }) {
  const navigate = useNavigate()

  function choose(slot: Slot) {
    const user = sessionUser()
    if (user && !user.isAdmin) {
      void navigate({ to: paths.upcomingEvents(), search: { slot: slot.eventSlotId } })
      return
    }
    keepWantedSlot(slot.eventSlotId)
    void navigate({
      to: paths.register(),
      state: { wanted: `${event.eventName}, ${shownSlot(slot)}` },
    })
  }

  return <SlotOffer event={event} onChoose={choose} />
}
