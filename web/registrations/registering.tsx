import { type ReactNode, useState } from 'react'
import { getAllEvents } from '#contract/events.ts'
import { getRegisteredEvents, registerForEvent } from '#contract/registrations.ts'
import { shownDates, shownTimes } from '#contract/slots.ts'
import { getProfile, type User } from '#contract/users.ts'
import type { GroupedEvent, Slot } from '#web/events/grouped-events.ts'
import { useAct } from '#web/platform/api/act.ts'
import { call } from '#web/platform/api/call.ts'
import { useReload } from '#web/platform/api/reload.ts'
import { keepUserData, sessionUser } from '#web/platform/session/session.ts'
import { confirm, inform } from '#web/platform/ui/dialogs.tsx'
import { later } from '#web/platform/ui/later.tsx'
import { openSections } from '#web/users/dialog-sections.ts'

const MembershipDialog = later(() => import('#web/users/membership-dialog.tsx'))

interface Registering {
  choose: (slot: Slot) => void
  /** The slot whose questions are being prepared. */
  busySlotId: number | undefined
  dialog: ReactNode
}

/** From a chosen slot to a registration: by the membership dialog where it has something to ask, else by a confirmation. */
export function useRegistering(event: GroupedEvent): Registering {
  const reload = useReload()
  const [asked, setAsked] = useState<{ slot: Slot; user: User; time: number }>()
  const [isOpen, setOpen] = useState(false)

  const { act: choose, given: chosen } = useAct((_: Slot) => freshUser(), {
    done: (user, slot) => {
      if (!user) return
      if (openSections(user, event.eventName).length === 0) return void registerConfirmed(slot)
      setAsked({ slot, user, time: Date.now() })
      setOpen(true)
    },
  })

  const { act: registerConfirmed } = useAct(register, {
    confirm: (slot) =>
      confirm({
        title: 'Register for this event?',
        message: `${event.eventName}, ${shownDates(slot)}, ${shownTimes(slot)}`,
        confirmLabel: 'Register',
        cancelLabel: 'Dismiss',
      }),
    done: () => tellRegistered(event),
    failed: 'Please try again later',
    tell: (message) => inform({ title: 'Registration Failed', message, tone: 'failed' }),
    reloads: [getAllEvents, getRegisteredEvents],
    overlay: true,
  })

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
      onClose={() => setOpen(false)}
      onRegistered={() => {
        setOpen(false)
        void tellRegistered(event, ' Your membership and preferences are saved, too.')
      }}
    />
  )
  return { choose: (slot) => void choose(slot), busySlotId: chosen?.eventSlotId, dialog }
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
