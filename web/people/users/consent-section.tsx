import { Checkbox, Input, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { consentTexts } from '#contract/people/users/memberships.ts'
import type { User } from '#contract/people/users/user.ts'
import type { Fields } from '#web/core/ui/fields.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import { consentPreview } from './dialog-sections.ts'
import type { MembershipAnswers } from './membership-answers.ts'

interface Props {
  isOpen: boolean
  /** The first section gets the focus when the dialog opens. */
  isFirst: boolean
  user: User
  fields: Fields<MembershipAnswers>
}

/** Asks for the mailing list and the release of information. Both are required to register, and asked once. */
export function ConsentSection({ isOpen, isFirst, user, fields }: Props) {
  const id = useId()
  if (!isOpen) {
    return (
      <div>
        <Text fw={600}>Mailing List</Text>
        <Text c="dimmed">{user.hasGivenMailingConsent ? consentPreview.given : consentPreview.refused}</Text>
      </div>
    )
  }

  const error = fields.errors.CONSENT
  const box = (name: 'mailingList' | 'release') => (
    <Checkbox
      label={consentTexts[name]}
      description="Required to register"
      checked={fields.values[name]}
      data-autofocus={(isFirst && name === 'mailingList') || undefined}
      error={(error && !fields.values[name]) || undefined}
      aria-invalid={error && !fields.values[name] ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      onChange={(event) => {
        fields.setFieldValue(name, event.currentTarget.checked)
        fields.clearFieldError('CONSENT')
      }}
    />
  )
  return (
    <Stack gap="sm" role="group" aria-labelledby={id} aria-describedby={`${id}-help`}>
      <div>
        <Text fw={600} id={id}>
          Mailing List
        </Text>
        <Hint id={`${id}-help`}>Please indicate your mailing list preference</Hint>
        <Hint>Sponsors make these seminars free. That is why both are required.</Hint>
      </div>
      {box('mailingList')}
      {box('release')}
      {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </Stack>
  )
}
