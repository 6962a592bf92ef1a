import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '#contract/core/paths.ts'
import { fetchCode } from '#web/core/code.ts'
import { useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { ContactSupport } from '#web/foundation/support/contact-support.tsx'
import { DeviceSignIn } from '#web/people/passkeys/device-sign-in.tsx'
import { checkEmail, EmailField } from './email-field.tsx'
import { LookAround } from './look-around.tsx'
import { NextEvents } from './next-events.tsx'
import { sendLink } from './send-link.ts'
import { WantedSlotNotice } from './wanted-slot-notice.tsx'

const loadCheck = () => import('./is-registered.ts')

export default function LoginPage() {
  const navigate = useNavigate()
  // An email without an account comes back to be corrected.
  const unknownEmail = useLocation({ select: ({ state }) => state.email })
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { email: '' },
    check: checkEmail,
    send: async ({ email }) => {
      const { isRegistered } = await fetchCode(loadCheck)
      // That page says so and starts with this email.
      if (!(await isRegistered(email)))
        return navigate({ to: paths.register(), state: (state) => ({ ...state, email }) })
      await sendLink(email)
      await navigate({ to: paths.emailLinkSuccess() })
    },
  })
  const { setFieldValue } = fields
  // After hydration: the page is drawn without an email.
  useEffect(() => {
    if (unknownEmail) setFieldValue('email', unknownEmail)
  }, [unknownEmail, setFieldValue])

  return (
    <form {...formProps}>
      <Stack gap="lg">
        <PageHeading
          description="Sign in to free Inspection Authorization renewal seminars with an emailed link."
          text="We'll email you a sign-in link. No password needed."
        >
          Login
        </PageHeading>
        <WantedSlotNotice>Log in to register for it.</WantedSlotNotice>
        <EmailField autoComplete="username webauthn" {...fields.getInputProps('email')} />
        <FormProblem text={problem} />
        <Button type="submit" size="md" loading={isSending}>
          Send sign-in link
        </Button>
        <DeviceSignIn />
        <div className="spread">
          <Text>
            New here?{' '}
            <Anchor component={Link} to={paths.register()} fw={600}>
              Create
            </Anchor>
          </Text>
          <ContactSupport />
        </div>
        <NextEvents />
        <LookAround />
      </Stack>
    </form>
  )
}
