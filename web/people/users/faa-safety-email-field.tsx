import { Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Fields } from '#web/core/ui/fields.ts'
import { EmailField } from '#web/people/identity/email-field.tsx'

interface Props {
  fields: Fields<{ faaSafetyEmail: string }>
  /** The words of the check box. */
  label?: string
}

/** The email of a FAASafety.gov account, for people who use another one there. */
export function FaaSafetyEmailField({ fields, label = 'My FAASafety.gov account has another email' }: Props) {
  const [isOpened, setOpened] = useState(false)
  const isOther = isOpened || fields.values.faaSafetyEmail !== ''
  return (
    <Stack gap="xs" mt="md">
      <Checkbox
        label={label}
        checked={isOther}
        onChange={({ currentTarget: { checked } }) => {
          setOpened(checked)
          if (!checked) fields.setFieldValue('faaSafetyEmail', '')
        }}
      />
      {isOther && (
        <EmailField
          size="sm"
          label="FAASafety.gov email"
          description="Credit is reported to FAASafety.gov with this email. Everything else goes to the email of the account here."
          autoComplete="off"
          {...fields.getInputProps('faaSafetyEmail')}
          name="faaSafetyEmail"
        />
      )}
    </Stack>
  )
}
