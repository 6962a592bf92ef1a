import { getAllEvents } from '#contract/events/calls.ts'
import { getRegisteredEvents } from '#contract/registrations/calls.ts'
import { joinWaitlist, leaveWaitlist } from '#contract/waitlists/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { confirm, inform } from '#web/core/ui/dialogs.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'

/** A full slot, with the words that name it. */
interface Full {
  eventSlotId: number
  /** The event and its time. */
  shown: string
}

const reloads = [getAllEvents, getRegisteredEvents]

/** The acts of a person for the waitlists of full slots. Each asks first. `onJoined` is called before the new place is shown. */
export function useWaitlistActs(onJoined?: () => void) {
  const join = useAct(({ eventSlotId }: Full) => call(joinWaitlist, { body: { eventSlotId } }), {
    confirm: ({ shown }) =>
      confirm({
        title: 'Join the waitlist?',
        message: `${shown} is full. When a seat is free, we email the next person on the waitlist. They have 24 hours to take it, 4 in the last two days.`,
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
  const leave = useAct(({ eventSlotId }: Full) => call(leaveWaitlist, { body: { eventSlotId } }), {
    confirm: ({ shown }) =>
      confirm({
        title: 'Leave the waitlist?',
        message: `${shown}. If you join again, you start at the end.`,
        confirmLabel: 'Leave the waitlist',
        tone: 'danger',
      }),
    done: () => toastDone('You left the waitlist'),
    tell: toastError,
    reloads,
  })
  return { join, leave }
}
