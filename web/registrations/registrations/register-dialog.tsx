import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { getAskedQuestions, getOwnAnswers } from '#contract/events/event-questions/calls.ts'
import type { Answer } from '#contract/events/event-questions/questions.ts'
import { askedOf } from '#contract/events/event-questions/rules.ts'
import { getAllEvents } from '#contract/events/events/calls.ts'
import { isInPerson, placeOf } from '#contract/events/events/facts.ts'
import { getReminders } from '#contract/outreach/reminders/calls.ts'
import { getProfile } from '#contract/people/users/calls.ts'
import type { User } from '#contract/people/users/user.ts'
import type { RegisteredEvent } from '#contract/registrations/registrations/calls.ts'
import { getRegisteredEvents, registerForEvent } from '#contract/registrations/registrations/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { useReload } from '#web/core/api/reload.ts'
import { keepUserData, sessionUser } from '#web/core/session/session.ts'
import { DialogActions } from '#web/core/ui/dialog-form.tsx'
import { inform } from '#web/core/ui/dialogs.tsx'
import { Failure } from '#web/core/ui/failure.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { LazyModal } from '#web/core/ui/lazy-modal.tsx'
import { answersIn } from '#web/events/event-questions/answer-fields.tsx'
import type { GroupedEvent } from '#web/events/events/grouped-events.ts'
import type { Slot } from '#web/events/slots/offered-slots.ts'
import { SlotTimes } from '#web/events/slots/slot-times.tsx'
import { dialogTitle, openSections } from '#web/people/users/dialog-sections.ts'
import { MembershipForm } from '#web/people/users/membership-form.tsx'
import { QuestionsForm, questionFields } from './register-questions.tsx'
import { RegistrationTicket } from './registration-ticket.tsx'

interface Props {
  event: GroupedEvent
  slot: Slot
  isOpen: boolean
  onClose: () => void
}

/**
 * Registers for a slot: asks for missing membership and consents, else for a confirmation; then shows the
 * ticket. It opens immediately, while the newest profile is loading.
 */
export default function RegisterDialog({ event, slot, isOpen, onClose }: Props) {
  const user = useFreshUser()
  const [made, setMade] = useState<{ registration: RegisteredEvent; hasNewAnswers: boolean }>()
  const reload = useReload()
  const hasReminders = useData(getReminders, {}).data?.hasReminders
  const asked = useData(getAskedQuestions, { query: { eventId: event.eventId } }, { isForgotten: true })
  const questions = asked.data && askedOf(asked.data.questions, slot.eventSlotId)
  const isReady = user !== undefined && questions !== undefined
  const content = useRef<HTMLDivElement>(null)
  // Content that arrives after the dialog opened takes the focus, as if it had been there from the start.
  useEffect(() => {
    if (isReady || made) content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [isReady, made])
  const known = user ?? sessionUser()
  const sections = known ? openSections(known, event.eventName) : []

  const { act: confirm, isRunning } = useAct(() => register(), {
    done: (registration) => setMade({ registration, hasNewAnswers: false }),
    failed: 'Please try again later',
    tell: (message) => {
      onClose()
      void inform({ title: 'Registration Failed', message, tone: 'failed' })
    },
    reloads: shown,
  })

  async function register(answers: Answer[] = []): Promise<RegisteredEvent> {
    const { eventId, focusId } = event
    const body = { eventId, eventSlotId: slot.eventSlotId, focusId, answers }
    return (await call(registerForEvent, { body })).registration
  }

  return (
    <LazyModal
      opened={isOpen}
      onClose={onClose}
      size={560}
      centered
      closeOnClickOutside={false}
      title={
        made ? (
          <Group gap={10} wrap="nowrap" component="span">
            <CircleCheck size={22} color="var(--good)" />
            Registered!
          </Group>
        ) : sections.length > 0 ? (
          dialogTitle(sections)
        ) : (
          'Register for this event?'
        )
      }
    >
      <Stack ref={content}>
        <div>
          <Text fw={600} className="anywhere">
            {made || sections.length === 0 ? event.eventName : `Register for ${event.eventName}`}
          </Text>
          <SlotTimes slot={slot} isInPerson={isInPerson(event)} />
          {isInPerson(event) && <Hint className="anywhere">{placeOf(event)}</Hint>}
        </div>
        {made ? (
          <RegistrationTicket
            event={event}
            slot={slot}
            {...made}
            hasReminders={hasReminders}
            onClose={onClose}
          />
        ) : asked.error && !questions ? (
          <Failure error={asked.error} retry={asked.reload} />
        ) : !user || !questions ? (
          <Skeleton h={120} role="status" aria-label="Loading your answers" />
        ) : sections.length > 0 ? (
          <MembershipForm
            event={event}
            user={user}
            more={questionFields(questions)}
            register={async (values) => {
              const registration = await register(answersIn(questions, values)).finally(() =>
                reload(...shown),
              )
              setMade({ registration, hasNewAnswers: true })
            }}
            onCancel={onClose}
          />
        ) : questions.length > 0 ? (
          <QuestionsForm
            name={`the questions of ${event.eventId}`}
            questions={questions}
            register={async (answers) => {
              const registration = await register(answers).finally(() => reload(...shown))
              setMade({ registration, hasNewAnswers: false })
            }}
            onCancel={onClose}
          />
        ) : (
          <form
            onSubmit={(submission) => {
              submission.preventDefault()
              void confirm()
            }}
          >
            <DialogActions cancelLabel="Dismiss" onCancel={onClose} loading={isRunning} data-autofocus>
              Register
            </DialogActions>
          </form>
        )}
      </Stack>
    </LazyModal>
  )
}

const shown = [getAllEvents, getRegisteredEvents, getAskedQuestions, getOwnAnswers]

/** Loads the profile. The browser's copy is good enough if the server does not answer. */
function useFreshUser(): User | undefined {
  const [user, setUser] = useState<User>()
  useEffect(() => {
    let isGone = false
    call(getProfile, {})
      .then(({ userData }) => {
        keepUserData(userData)
        return userData
      })
      .catch(sessionUser)
      .then((found) => !isGone && found && setUser(found))
    return () => {
      isGone = true
    }
  }, [])
  return user
}
