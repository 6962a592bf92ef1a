import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
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
import { openSections } from '#web/users/dialog-sections.ts'

const MembershipDialog = later(() => import('#web/users/membership-dialog.tsx'))

interface Registering {
  /** Chosen again, a slot whose questions are still being prepared is taken back. */
  choose: (slot: Slot) => void
  /** The slot that is asked about, or about to be. */
  chosenSlotId: number | undefined
  isPreparing: boolean
  dialog: ReactNode
}

/** From a chosen slot to a registration: by the membership dialog where it has something to ask, else by a confirmation. */
export function useRegistering(event: GroupedEvent): Registering {
  const reload = useReload()
  const [asked, setAsked] = useState<{ slot: Slot; user: User; time: number }>()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Slot>()
  const latest = useLatest(chosen)

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

  const dialog = asked && (
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
  )
  return { choose, chosenSlotId: chosen?.eventSlotId, isPreparing, dialog }
}

/** What was drawn last, for what ends later. */
function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

function tellRegistered({ eventName }: GroupedEvent, also = ''): Promise<void> {
  return inform({
    title: 'Registered!',
    message: `You are registered for ${eventName}. A confirmation is on its way to your inbox.${also}`,
  })
}

// What this browser remembers is good enough where the server can't be asked.
async function freshUser(): Promise<User | null> {
  try {
    const { userData } = await call(getProfile, {})
    keepUserData(userData)
    return userData
  } catch {
    return sessionUser()
  }
}
