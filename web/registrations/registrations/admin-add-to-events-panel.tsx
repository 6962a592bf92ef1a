import { Alert, Button, Stack } from '@mantine/core'
import { CalendarX, UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import type { AdminEvent } from '#contract/events/events/calls.ts'
import { getEventsWithSlots } from '#contract/events/events/calls.ts'
import { overAt, slotOverNote } from '#contract/events/slots/times.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { getAccount } from '#contract/office/accounts/records.ts'
import { getUserById } from '#contract/people/users/edits.ts'
import { isProfileComplete } from '#contract/people/users/profiles.ts'
import {
  getAllRegisteredUsers,
  getAllUnregisteredUsers,
} from '#contract/registrations/registration-lists/calls.ts'
import type { HeldRegistration } from '#contract/registrations/registrations/calls.ts'
import { getRegisteredEventsOfUser } from '#contract/registrations/registrations/calls.ts'
import { changeRegistrations } from '#contract/registrations/registrations/changes.ts'
import { useAct } from '#web/core/api/act.ts'
import { ApiError } from '#web/core/api/api-error.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { orOverbook } from '#web/core/ui/overbook.ts'
import { SidePanel, SidePanelFooter } from '#web/core/ui/side-panel.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/core/ui/unsaved-changes.ts'
import { editUser } from '#web/people/users/admin-edit-user.tsx'
import { AdminEventSlots } from './admin-event-slots.tsx'
import type { Choice, PlannedStep } from './event-plan.ts'
import {
  changesOf,
  chosenSlot,
  eventsOfSeason,
  planOf,
  refusedEvents,
  shownOutcome,
  shownPlan,
  withSlot,
} from './event-plan.ts'

interface Props extends DialogProps {
  userId: string
  name: string
}

const failed = 'Unable to register to the events'

/** The season's events with their slots: the person's registrations, and the changes to them. */
export default function AdminAddToEventsPanel({ userId, name, isOpen, onClose }: Props) {
  const years = useData(getEventsWithSlots, { query: {} })
  const held = useData(getRegisteredEventsOfUser, { query: { userId } })
  const user = useData(getUserById, { query: { userId } })
  const all = {
    data: years.data && held.data && user.data && { ...years.data, ...held.data, ...user.data },
    error: years.error ?? held.error ?? user.error,
    reload: () => Promise.all([years.reload(), held.reload(), user.reload()]),
  }
  const season = currentSeason()
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} title="Add to events" about={name}>
      <Loaded of={all}>
        {({ years, registeredEvents, userData }) => {
          const events = eventsOfSeason(
            years.flatMap((year) => year.events),
            season,
          )
          if (events.length === 0) {
            return (
              <EmptyState
                icon={CalendarX}
                title={`No events for ${season} yet`}
                text="New events show up here."
              />
            )
          }
          if (!isProfileComplete(userData)) {
            return (
              <EmptyState
                icon={UserRoundPen}
                title="The profile is not complete"
                text="Certificates use it, so complete it before registering this person."
              >
                <Button
                  variant="default"
                  onClick={() => {
                    onClose()
                    editUser.show({ userId, name })
                  }}
                >
                  Edit user
                </Button>
              </EmptyState>
            )
          }
          return <Choosing userId={userId} events={events} held={registeredEvents} onClose={onClose} />
        }}
      </Loaded>
    </SidePanel>
  )
}

interface ChoosingProps {
  userId: string
  events: AdminEvent[]
  held: HeldRegistration[]
  onClose: () => void
}

function Choosing({ userId, events, held, onClose }: ChoosingProps) {
  const [choice, setChoice] = useState<Choice>(new Map())
  const [refused, setRefused] = useState(new Map<number, string>())
  const plan = planOf(events, held, choice)
  const isOver = overAt(new Date())
  const chosenSlots = events
    .flatMap(({ slots }) => slots)
    .filter(({ eventSlotId }) =>
      plan.some((step) => 'eventSlotId' in step && step.eventSlotId === eventSlotId),
    )
  const { button, isRunning, problem } = useAct(save, {
    done: (steps) => {
      toastDone(shownOutcome(steps))
      onClose()
    },
    failed: 'Please try again later',
    reloads: [
      getEventsWithSlots,
      getRegisteredEventsOfUser,
      getAllRegisteredUsers,
      getAllUnregisteredUsers,
      getAccount,
      getActivities,
    ],
  })
  useUnsavedChanges(!isRunning && plan.length > 0)

  async function save(): Promise<PlannedStep[]> {
    setRefused(new Map())
    try {
      const body = { userId, ...changesOf(plan) }
      await orOverbook(
        (overbooks) => call(changeRegistrations, { body: { ...body, overbooks } }),
        'Add anyway',
      )
    } catch (error) {
      if (error instanceof ApiError) setRefused(refusedEvents(plan, error.fields))
      throw error
    }
    return plan
  }

  return (
    <>
      <Stack gap="lg">
        {events.map((event) => (
          <AdminEventSlots
            key={event.eventId}
            event={event}
            held={held.find(({ eventId }) => eventId === event.eventId)}
            chosenSlotId={chosenSlot(held, choice, event.eventId)}
            problem={refused.get(event.eventId)}
            onSlot={(eventSlotId) => setChoice(withSlot(held, choice, event.eventId, eventSlotId))}
          />
        ))}
        {chosenSlots.some((slot) => isOver(slot)) && (
          <Alert color="yellow" role="status">
            {slotOverNote}
          </Alert>
        )}
        <Alert>We'll email the person about every change automatically.</Alert>
      </Stack>
      <SidePanelFooter>
        <FormProblem title={failed} text={problem} />
        <Hint mr="auto" role="status">
          {shownPlan(plan)}
        </Hint>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={plan.length === 0} {...button()}>
          Register
        </Button>
      </SidePanelFooter>
    </>
  )
}
