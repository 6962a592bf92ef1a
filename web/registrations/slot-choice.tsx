import { useEffect, useRef, useState } from 'react'
import { getAllEvents } from '#contract/events/calls.ts'
import { getRegisteredEvents, registerForEvent } from '#contract/registrations/calls.ts'
import { shownSlot } from '#contract/slots/times.ts'
import { getProfile, type User } from '#contract/users/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useReload } from '#web/core/api/reload.ts'
import { keepUserData, sessionUser } from '#web/core/session/session.ts'
import { confirm, inform } from '#web/core/ui/dialogs.tsx'
import { later } from '#web/core/ui/later.tsx'
import type { GroupedEvent } from '#web/events/grouped-events.ts'
import type { Slot } from '#web/slots/offered-slots.ts'
import { SlotOffer } from '#web/slots/slot-offer.tsx'
import { openSections } from '#web/users/dialog-sections.ts'

const MembershipDialog = later(() => import('#web/users/membership-dialog.tsx'))

/**
 * The time slots of an event, to register for. The membership dialog opens if it has something to ask, otherwise a
 * confirmation. Until it opens, a second click on the chosen slot cancels the choice.
 */
export function SlotChoice({ event }: { event: GroupedEvent }) {
  const reload = useReload()
  const [asked, setAsked] = useState<{ slot: Slot; user: User; time: number }>()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Slot>()
  const latest = useRef(chosen)
  useEffect(() => {
    latest.current = chosen
  })

  const { act: prepare, isRunning: isPreparing } = useAct(freshUser, {
    done: (user) => {
      const slot = latest.current
      if (!user || !slot) return
      if (openSections(user, event.eventName).length === 0) return void registerConfirmed(slot)
      setAsked({ slot, user, time: Date.now() })
      setOpen(true)
    },
  })

  const { act: registerConfirmed } = useAct(register, {
    confirm: async (slot) => {
      const isSure = await confirm({
        title: 'Register for this event?',
        message: `${event.eventName}: ${shownSlot(slot)}`,
        confirmLabel: 'Register',
        cancelLabel: 'Dismiss',
      })
      setChosen(undefined)
      return isSure
    },
    done: () => tellRegistered(event),
    failed: 'Please try again later',
    tell: (message) => inform({ title: 'Registration Failed', message, tone: 'failed' }),
    reloads: [getAllEvents, getRegisteredEvents],
    overlay: true,
  })

  function choose(slot: Slot) {
    if (chosen?.eventSlotId === slot.eventSlotId) return setChosen(undefined)
    setChosen(slot)
    void prepare()
  }

  function close() {
    setOpen(false)
    setChosen(undefined)
  }

  function register(slot: Slot) {
    const { eventId, focusId } = event
    return call(registerForEvent, { body: { eventId, eventSlotId: slot.eventSlotId, focusId } })
  }

  return (
    <SlotOffer event={event} onChoose={choose} chosenSlotId={chosen?.eventSlotId} isPreparing={isPreparing}>
      {asked && (
        <MembershipDialog
          key={asked.time}
          event={event}
          slot={asked.slot}
          user={asked.user}
          isOpen={isOpen}
          register={async () => {
            await register(asked.slot)
            await reload(getRegisteredEvents)
          }}
          onClose={close}
          onRegistered={() => {
            close()
            void tellRegistered(event, ' Your membership and preferences are saved, too.')
          }}
        />
      )}
    </SlotOffer>
  )
}

function tellRegistered({ eventName }: GroupedEvent, also = ''): Promise<void> {
  return inform({
    title: 'Registered!',
    message: `You are registered for ${eventName}. A confirmation is on its way to your inbox.${also}`,
  })
}

// The browser's copy of the profile is good enough if the server does not answer.
async function freshUser(): Promise<User | null> {
  try {
    const { userData } = await call(getProfile, {})
    keepUserData(userData)
    return userData
  } catch {
    return sessionUser()
  }
}
