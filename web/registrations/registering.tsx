import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type GroupedEvent, getAllEvents, type Slot } from '#contract/events.ts'
import { getRegisteredEvents, registerForEvent } from '#contract/registrations.ts'
import { shownDates, shownTimes } from '#contract/slots.ts'
import { openSections } from '#contract/user-memberships.ts'
import { getProfile, type User } from '#contract/users.ts'
import { ApiError, call } from '#web/platform/api/call.ts'
import { useReload } from '#web/platform/api/data.tsx'
import { keepUserData, sessionUser, whileLoading } from '#web/platform/session/session.ts'
import { confirm, inform } from '#web/platform/ui/dialogs.tsx'

const MembershipDialog = lazy(() => import('#web/users/membership-dialog.tsx'))

interface Registering {
  choose: (slot: Slot) => void
  /** The slot whose questions are being prepared. */
  busySlotId: number | undefined
  dialog: ReactNode
}

/** From a chosen slot to a registration: by the membership dialog where it has something to ask, else by a confirmation. */
export function useRegistering(event: GroupedEvent): Registering {
  const reload = useReload()
  const [busySlotId, setBusySlotId] = useState<number>()
  const [asked, setAsked] = useState<{ slot: Slot; user: User; time: number }>()
  const [isOpen, setOpen] = useState(false)

  async function choose(slot: Slot) {
    if (busySlotId !== undefined) return
    setBusySlotId(slot.eventSlotId)
    const user = await freshUser().finally(() => setBusySlotId(undefined))
    if (!user) return
    if (openSections(user, event.eventName).length > 0) {
      setAsked({ slot, user, time: Date.now() })
      setOpen(true)
    } else if (await isConfirmed(slot)) {
      await registerConfirmed(slot)
    }
  }

  function isConfirmed(slot: Slot): Promise<boolean> {
    return confirm({
      title: 'Register for this event?',
      message: `${event.eventName}, ${shownDates(slot)}, ${shownTimes(slot)}`,
      confirmLabel: 'Register',
      cancelLabel: 'Dismiss',
    })
  }

  async function register(slot: Slot): Promise<void> {
    await call(registerForEvent, {
      body: { eventId: event.eventId, eventSlotId: slot.eventSlotId, focusId: event.focusId },
    })
    await reload(getRegisteredEvents)
  }

  async function registerConfirmed(slot: Slot): Promise<void> {
    try {
      await whileLoading(register(slot))
      await tellRegistered(false)
    } catch (error) {
      void reload(getAllEvents, getRegisteredEvents)
      await inform({
        title: 'Registration Failed',
        message: reason(error, 'Please try again later'),
        tone: 'failed',
      })
    }
  }

  async function tellRegistered(isMembershipNew: boolean): Promise<void> {
    const saved = isMembershipNew ? ' Your membership and preferences are saved, too.' : ''
    await inform({
      title: 'Registered!',
      message: `You are registered for ${event.eventName}. A confirmation is on its way to your inbox.${saved}`,
    })
  }

  const dialog = asked && (
    <Suspense>
      <MembershipDialog
        key={asked.time}
        event={event}
        slot={asked.slot}
        user={asked.user}
        isOpen={isOpen}
        register={() => register(asked.slot)}
        onClose={() => setOpen(false)}
        onRegistered={() => {
          setOpen(false)
          void tellRegistered(true)
        }}
      />
    </Suspense>
  )
  return { choose: (slot) => void choose(slot), busySlotId, dialog }
}

/** The server's own reason where it said no, else the given sentence. */
export function reason(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 ? error.message : otherwise
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
