import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { longest } from '#contract/core/fields.ts'
import type { User } from '#contract/people/users/user.ts'
import type { Fields } from '#web/core/ui/fields.ts'
import { membershipPreview } from './dialog-sections.ts'
import type { MembershipAnswers } from './membership-answers.ts'
import type { Association } from './memberships.ts'
import { membershipOf } from './memberships.ts'

interface Props {
  association: Association
  /** Asks; otherwise shows the recorded answer. */
  isOpen: boolean
  /** The first section gets the focus when the dialog opens. */
  isFirst: boolean
  user: User
  fields: Fields<MembershipAnswers>
}

export function MembershipSection({ association, isOpen, isFirst, user, fields }: Props) {
  if (!isOpen) {
    return (
      <div>
        <Text fw={600}>{association} Membership</Text>
        <Text c="dimmed">{membershipPreview(association, membershipOf(user, association))}</Text>
      </div>
    )
  }

  const { onChange, ...props } = fields.getInputProps(association)
  return (
    <Stack gap="sm">
      <TextInput
        label={`${association} number`}
        autoComplete="off"
        maxLength={longest.membership}
        data-autofocus={isFirst || undefined}
        {...props}
        onChange={(event) => {
          onChange(event)
          fields.setFieldValue(`skipped.${association}`, false)
        }}
      />
      <Checkbox
        label="Not a member / prefer not to provide"
        checked={fields.values.skipped[association]}
        onChange={(event) => {
          const isSkipped = event.currentTarget.checked
          fields.setFieldValue(`skipped.${association}`, isSkipped)
          if (isSkipped) fields.setFieldValue(association, '')
          fields.clearFieldError(association)
        }}
      />
    </Stack>
  )
}
