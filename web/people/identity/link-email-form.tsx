import { Button, Stack } from '@mantine/core'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { checkEmail, EmailField } from './email-field.tsx'

/** Asks for the email that the link was sent to, in a browser that did not request it. */
export function LinkEmailForm({ onEmail }: { onEmail: (email: string) => void }) {
  const { fields, formProps } = useCheckedForm({
    initialValues: { email: '' },
    check: checkEmail,
    send: async ({ email }) => onEmail(email.trim()),
  })
  return (
    <form {...formProps}>
      <Stack gap="lg">
        <PageHeading text="You opened this link in a different browser. Enter your email to finish signing in.">
          Confirm your email
        </PageHeading>
        <EmailField {...fields.getInputProps('email')} />
        <Button type="submit" size="md">
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
