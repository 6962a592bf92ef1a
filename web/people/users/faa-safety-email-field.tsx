import { Checkbox, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { EmailField } from '#web/people/identity/email-field.tsx'

interface Props<Values extends { faaSafetyEmail: string }> {
  fields: UseFormReturnType<Values>
  /** The words of the check box. */
  label?: string
}

/** The email of a FAASafety.gov account, for people who use another one there. */
export function FaaSafetyEmailField<Values extends { faaSafetyEmail: string }>({
  fields,
  label = 'My FAASafety.gov account has another email',
}: Props<Values>) {
  const form = fields as unknown as UseFormReturnType<{ faaSafetyEmail: string }>
  const [isOpened, setOpened] = useState(false)
  const isOther = isOpened || form.values.faaSafetyEmail !== ''
  return (
    <Stack gap="xs" mt="md">
      <Checkbox
        label={label}
        checked={isOther}
        onChange={({ currentTarget: { checked } }) => {
          setOpened(checked)
          if (!checked) form.setFieldValue('faaSafetyEmail', '')
        }}
      />
      {isOther && (
        <EmailField
          size="sm"
          label="FAASafety.gov email"
          description="Credit is reported to FAASafety.gov with this email. Everything else goes to the email of the account here."
          autoComplete="off"
          {...form.getInputProps('faaSafetyEmail')}
          name="faaSafetyEmail"
        />
      )}
    </Stack>
  )
}
