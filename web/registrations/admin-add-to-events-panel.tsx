import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { CalendarX, UserRoundPen } from 'lucide-react'
import { useState } from 'react'
import { getAccount } from '#contract/accounts/records.ts'
import { getActivities } from '#contract/activities/calls.ts'
import type { AdminEvent } from '#contract/events/calls.ts'
import { getEventsWithSlots } from '#contract/events/calls.ts'
import type { HeldRegistration } from '#contract/registrations/calls.ts'
import {
  getAllRegisteredUsers,
  getAllUnregisteredUsers,
  getRegisteredEventsOfUser,
  registerForEvent,
} from '#contract/registrations/calls.ts'
import { deleteRegistration } from '#contract/registrations/changes.ts'
import { overAt, slotOverNote } from '#contract/slots/times.ts'
import { getUserById } from '#contract/users/edits.ts'
import { isProfileComplete } from '#contract/users/profiles.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { currentSeason } from '#web/core/season.ts'
import { EmptyState } from '#web/core/ui/empty-state.tsx'
import { Failure } from '#web/core/ui/failure.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { SidePanel, SidePanelFooter, usePanelDraft } from '#web/core/ui/side-panel.tsx'
import { type ShownStep, StepProgress } from '#web/core/ui/step-progress.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { showEditUser } from '#web/users/admin-edit-user.tsx'
import { AdminEventSlots } from './admin-event-slots.tsx'
import {
  type Choice,
  chosenSlot,
  eventsOfSeason,
  type PlannedStep,
  planOf,
  shownOutcome,
  shownPlan,
  shownStep,
  withSlot,
} from './event-plan.ts'

interface Props extends DialogProps {
  userId: string
  name: string
}

const failed = 'Unable to register to the events'

/** The season's events with their slots: what somebody holds of them, and what they shall hold. */
export default function AdminAddToEventsPanel({ userId, name, isOpen, onClose }: Props) {
  const years = useData(getEventsWithSlots, { query: {} })
  const held = useData(getRegisteredEventsOfUser, { query: { userId } })
  const user = useData(getUserById, { query: { userId } })
  const error = years.error ?? held.error ?? user.error
  const season = currentSeason()
  const events =
    years.data &&
    eventsOfSeason(
      years.data.years.flatMap((year) => year.events),
      season,
    )
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} title="Add to events" about={name}>
      {body()}
    </SidePanel>
  )

  function body() {
    if (!events || !held.data || !user.data) {
      const retry = () => Promise.all([years.reload(), held.reload(), user.reload()])
      return error ? <Failure error={error} retry={retry} /> : <Meanwhile />
    }
    if (events.length === 0) {
      return (
        <EmptyState
          icon={CalendarX}
          title={`No events for ${season} yet`}
          text="They appear here as soon as there are any."
        />
      )
    }
    if (!isProfileComplete(user.data.userData)) {
      return (
        <EmptyState
          icon={UserRoundPen}
          title="The profile is not complete"
          text="Certificates carry it, so it has to be complete before anybody can be registered."
        >
          <Button
            variant="default"
            onClick={() => {
              onClose()
              showEditUser({ userId, name })
            }}
          >
            Edit user
          </Button>
        </EmptyState>
      )
    }
    return (
      <Choosing
        userId={userId}
        events={events}
        held={held.data.registeredEvents}
        onDone={(steps) => {
          toastDone(shownOutcome(steps))
          onClose()
        }}
      />
    )
  }
}

interface Progress {
  step: PlannedStep
  state: ShownStep['state']
}

interface ChoosingProps {
  userId: string
  events: AdminEvent[]
  held: HeldRegistration[]
  onDone: (steps: PlannedStep[]) => void
}

function Choosing({ userId, events, held, onDone }: ChoosingProps) {
  const [choice, setChoice] = useState<Choice>(new Map())
  /** Of what was begun; absent while it is chosen. */
  const [progress, setProgress] = useState<Progress[]>()
  const plan = planOf(events, held, choice)
  const isOver = overAt(new Date())
  const chosenSlots = events
    .flatMap(({ slots }) => slots)
    .filter(({ eventSlotId }) =>
      plan.some((step) => 'eventSlotId' in step && step.eventSlotId === eventSlotId),
    )
  const { act, isRunning, problem } = useAct(carryOut, {
    done: onDone,
    failed: 'Please try again later',
    reloads: [
      getRegisteredEventsOfUser,
      getAllRegisteredUsers,
      getAllUnregisteredUsers,
      getAccount,
      getActivities,
    ],
  })
  usePanelDraft(!isRunning && (progress ?? plan).length > 0)

  /** Takes one step after the other, where they were left; the first that fails leaves the rest for another try. */
  async function carryOut(): Promise<PlannedStep[]> {
    let steps = progress ?? plan.map((step): Progress => ({ step, state: 'waiting' }))
    const note = (place: number, state: Progress['state']) => {
      steps = steps.map((one, at) => (at === place ? { ...one, state } : one))
      setProgress(steps)
    }
    for (const [place, { step, state }] of steps.entries()) {
      if (state === 'done') continue
      note(place, 'running')
      try {
        await take(userId, step)
      } catch (error) {
        note(place, 'failed')
        throw error
      }
      note(place, 'done')
    }
    return steps.map(({ step }) => step)
  }

  if (progress) {
    return (
      <>
        <Stack gap="md">
          <StepProgress
            steps={progress.map(({ step, state }) => ({ text: shownStep(step, events), state }))}
          />
          <FormProblem title={failed} text={problem} />
        </Stack>
        <SidePanelFooter>
          {!isRunning && problem && (
            <Button variant="default" onClick={() => setProgress(undefined)}>
              Back to the events
            </Button>
          )}
          <Button loading={isRunning} onClick={() => void act()}>
            Try again
          </Button>
        </SidePanelFooter>
      </>
    )
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
            onSlot={(eventSlotId) => setChoice(withSlot(held, choice, event.eventId, eventSlotId))}
          />
        ))}
        {chosenSlots.some((slot) => isOver(slot)) && (
          <Alert color="yellow" role="status">
            {slotOverNote}
          </Alert>
        )}
        <Alert>We email the person about every change.</Alert>
      </Stack>
      <SidePanelFooter>
        <Text size="sm" c="dimmed" mr="auto" role="status">
          {shownPlan(plan)}
        </Text>
        <Button disabled={plan.length === 0} loading={isRunning} onClick={() => void act()}>
          Register
        </Button>
      </SidePanelFooter>
    </>
  )
}

function take(userId: string, step: PlannedStep): Promise<unknown> {
  if (step.what === 'remove') {
    const { registrationId, version } = step
    return call(deleteRegistration, { body: { registrationId, version } })
  }
  const { eventId, eventSlotId, focusId } = step
  return call(registerForEvent, { body: { userId, eventId, eventSlotId, focusId } })
}

function Meanwhile() {
  return (
    <Stack gap="md" role="status" aria-label="Loading the events">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={150} />
      ))}
    </Stack>
  )
}
