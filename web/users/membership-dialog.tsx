import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { GroupedEvent, Slot } from '#contract/events.ts'
import { shownDates, shownTimes } from '#contract/slots.ts'
import { associationsOf, dialogTitle, openSections } from '#contract/user-memberships.ts'
import type { User } from '#contract/users.ts'
import { updateMembershipInfo } from '#contract/users.ts'
import { ApiError, call } from '#web/platform/api/call.ts'
import { keepUserData } from '#web/platform/session/session.ts'
import { useCheckedForm } from '#web/platform/ui/form.ts'
import { LazyModal } from '#web/platform/ui/lazy-modal.tsx'
import { ConsentSection } from './consent-section.tsx'
import { answerErrors, membershipPayload, startingAnswers } from './membership-answers.ts'
import { MembershipSection } from './membership-section.tsx'

interface Props {
  event: GroupedEvent
  slot: Slot
  user: User
  isOpen: boolean
  register: () => Promise<void>
  onClose: () => void
  onRegistered: () => void
}

/** Asks for membership numbers and consent that are not recorded yet, then registers. What is recorded is shown. */
export default function MembershipDialog({
  event,
  slot,
  user,
  isOpen,
  register,
  onClose,
  onRegistered,
}: Props) {
  const sections = openSections(user, event.eventName)
  const [refusal, setRefusal] = useState<string>()
  const { fields, formProps, isSending } = useCheckedForm({
    initialValues: startingAnswers(user),
    check: (answers) => answerErrors(sections, answers),
    send: async (answers) => {
      setRefusal(undefined)
      try {
        const { userData } = await call(updateMembershipInfo, {
          body: membershipPayload(sections, answers, event),
        })
        keepUserData(userData)
        await register()
      } catch (error) {
        if (error instanceof ApiError && Object.keys(error.fields).length > 0) throw error
        setRefusal(refusalText(error))
        return
      }
      onRegistered()
    },
  })

  return (
    <LazyModal
      opened={isOpen}
      onClose={onClose}
      title={dialogTitle(sections)}
      size={560}
      centered
      closeOnClickOutside={false}
    >
      <form {...formProps}>
        <Stack gap="lg">
          <div>
            <Text fw={600}>{event.eventName}</Text>
            <Text c="dimmed" className="figures">
              {shownDates(slot)}, {shownTimes(slot)}
            </Text>
          </div>
          {associationsOf(event.eventName).map((association) => (
            <MembershipSection
              key={association}
              association={association}
              isOpen={sections.includes(association)}
              user={user}
              fields={fields}
            />
          ))}
          <ConsentSection isOpen={sections.includes('CONSENT')} user={user} fields={fields} />
          {refusal && (
            <Alert
              color="red"
              role="alert"
              title="Registration Failed"
              icon={<CircleAlert size={18} aria-hidden />}
            >
              {refusal}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSending}>
              Complete Registration
            </Button>
          </Group>
        </Stack>
      </form>
    </LazyModal>
  )
}

function refusalText(error: unknown): string {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isRefusal ? error.message : 'Failed to complete registration. Please try again.'
}
