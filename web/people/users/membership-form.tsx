import type { ReactNode } from 'react'
import { useRef } from 'react'
import type { EventSlot } from '#contract/events/events/calls.ts'
import { updateMembershipInfo } from '#contract/people/users/calls.ts'
import type { User } from '#contract/people/users/user.ts'
import { call } from '#web/core/api/call.ts'
import { keepUserData } from '#web/core/session/session.ts'
import { DialogForm } from '#web/core/ui/dialog-form.tsx'
import type { Fields } from '#web/core/ui/fields.ts'
import type { FieldErrors } from '#web/core/ui/form.ts'
import { useKeptForm } from '#web/core/ui/kept-form.ts'
import { ConsentSection } from './consent-section.tsx'
import { associationsOf, openSections } from './dialog-sections.ts'
import { answerErrors, membershipPayload, startingAnswers } from './membership-answers.ts'
import { MembershipSection } from './membership-section.tsx'

interface Props {
  event: Pick<EventSlot, 'eventId' | 'eventName'>
  user: User
  /** Further fields, which the dialog has below. */
  more: MoreFields
  /** Registers, with the values of the further fields. */
  register: (values: Record<string, string>) => Promise<unknown>
  onCancel: () => void
}

type MoreForm = Pick<Fields<Record<string, string>>, 'values' | 'errors' | 'setFieldValue'>

interface MoreFields {
  initialValues: Record<string, string>
  check: (values: Record<string, string>) => FieldErrors
  draw: (fields: MoreForm) => ReactNode
}

/** Asks for missing membership numbers and consent, then registers. Shows what is recorded. */
export function MembershipForm({ event, user, more, register, onCancel }: Props) {
  const sections = openSections(user, event.eventName)
  // A retry has the first try's time, so the consent is recorded once.
  const consentedAt = useRef<Date>(undefined)
  const form = useKeptForm(`the answers for ${event.eventId}`, {
    initialValues: { ...startingAnswers(user), ...more.initialValues },
    check: (answers) => ({ ...answerErrors(sections, answers), ...more.check(moreOf(answers)) }),
    checksOnlyOnSubmit: true,
    send: async (answers) => {
      consentedAt.current ??= new Date()
      const body = membershipPayload(sections, answers, event, consentedAt.current)
      const { userData } = await call(updateMembershipInfo, { body })
      keepUserData(userData)
      await register(moreOf(answers))
    },
    failed: 'Failed to complete registration. Please try again.',
  })

  return (
    <DialogForm
      form={form}
      submit="Complete Registration"
      onCancel={onCancel}
      problemTitle="Registration Failed"
    >
      {associationsOf(event.eventName).map((association) => (
        <MembershipSection
          key={association}
          association={association}
          isOpen={sections.includes(association)}
          isFirst={association === sections[0]}
          user={user}
          fields={form.fields}
        />
      ))}
      <ConsentSection
        isOpen={sections.includes('CONSENT')}
        isFirst={sections[0] === 'CONSENT'}
        user={user}
        fields={form.fields}
      />
      {more.draw(form.fields as unknown as MoreForm)}
    </DialogForm>
  )

  function moreOf(values: object): Record<string, string> {
    const fields = Object.keys(more.initialValues)
    return Object.fromEntries(fields.map((field) => [field, (values as Record<string, string>)[field] ?? '']))
  }
}
