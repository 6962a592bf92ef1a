import { getAllEvents } from '#contract/events/events/calls.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { shownSlot } from '#contract/events/slots/times.ts'
import { yourTimes } from '#contract/events/slots/your-time.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import { joinWaitlist, leaveWaitlist } from '#contract/registrations/waitlists/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { readingZone } from '#web/core/texts/own-zone.ts'
import { confirm, inform } from '#web/core/ui/dialogs.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'

interface FullSlot extends SlotTime {
  eventSlotId: number
  eventName: string
  isInPerson: boolean
}

const reloads = [getAllEvents, getRegisteredEvents]

/** A person's acts for the waitlists of full slots. Each asks first. `onJoined` is called before the place is shown. */
export function useWaitlistActs(onJoined?: () => void) {
  const join = useAct(({ eventSlotId }: FullSlot) => call(joinWaitlist, { body: { eventSlotId } }), {
    confirm: (slot) =>
      confirm({
        title: 'Join the waitlist?',
        message: `${named(slot)} is full. When a seat is free, we email the next person on the waitlist. They have 24 hours to take it, 4 in the last two days.`,
        confirmLabel: 'Join the waitlist',
      }),
    done: ({ place }) => {
      onJoined?.()
      void inform({
        title: `You are number ${place} on the waitlist`,
        message: "We'll email you when a seat is free. You find your place under Registered Events.",
      })
    },
    tell: toastError,
    reloads,
  })
  const leave = useAct(({ eventSlotId }: FullSlot) => call(leaveWaitlist, { body: { eventSlotId } }), {
    confirm: (slot) =>
      confirm({
        title: 'Leave the waitlist?',
        message: `${named(slot)}. If you join again, you start at the end.`,
        confirmLabel: 'Leave the waitlist',
        tone: 'danger',
      }),
    done: () => toastDone('You left the waitlist'),
    tell: toastError,
    reloads,
  })
  return { join, leave }
}

/** Returns the event and its time, for a virtual one with the person's own time if it differs. */
function named(slot: FullSlot): string {
  const yours = yourTimes(slot, readingZone(slot))
  return `${slot.eventName}, ${shownSlot(slot)}${yours ? ` (${yours})` : ''}`
}
