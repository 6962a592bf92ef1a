import { getAllEvents } from '#contract/events/events/calls.ts'
import type { SlotTime } from '#contract/events/slots/times.ts'
import { getRegisteredEvents } from '#contract/registrations/registrations/calls.ts'
import { joinWaitlist, leaveWaitlist } from '#contract/registrations/waitlists/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { inform } from '#web/core/ui/dialogs.tsx'
import { slotInWords } from '#web/events/slots/slot-words.ts'

interface FullSlot extends SlotTime {
  eventSlotId: number
  eventName: string
  isInPerson: boolean
}

const reloads = [getAllEvents, getRegisteredEvents]

/** A person's acts for the waitlists of full slots. Each asks first. `onJoined` is called before the place is shown. */
export function useWaitlistActs(onJoined?: () => void) {
  const join = useAct(({ eventSlotId }: FullSlot) => call(joinWaitlist, { body: { eventSlotId } }), {
    confirm: (slot) => ({
      title: 'Join the waitlist?',
      message: `${named(slot)} is full. When a seat opens up, we email the next person on the waitlist. You'll have 24 hours to claim it (4 hours in the last two days before the event).`,
      confirmLabel: 'Join the waitlist',
    }),
    done: ({ place }) => {
      onJoined?.()
      void inform({
        title: `You're #${place} on the waitlist`,
        message: "We'll email you when a seat opens up. See your place under Registered Events.",
      })
    },
    tell: 'toast',
    reloads,
  })
  const leave = useAct(({ eventSlotId }: FullSlot) => call(leaveWaitlist, { body: { eventSlotId } }), {
    confirm: (slot) => ({
      title: 'Leave the waitlist?',
      message: `${named(slot)}. If you join again, you start at the end.`,
      confirmLabel: 'Leave the waitlist',
      tone: 'danger',
    }),
    toast: 'You left the waitlist',
    tell: 'toast',
    reloads,
  })
  return { join, leave }
}

function named(slot: FullSlot) {
  return `${slot.eventName}, ${slotInWords(slot, slot)}`
}
