import { Anchor, Button, Divider, Skeleton, Stack } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#contract/core/paths.ts'
import { PasswordSignIn } from '#contract/people/identity/calls.ts'
import { portalName } from '#web/core/portal.ts'
import { schemaErrors, useCheckedForm } from '#web/core/ui/form.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { SingleSignOnButton } from '#web/people/single-sign-ons/single-sign-on-button.tsx'
import { useSingleSignOn } from '#web/people/single-sign-ons/use-single-sign-on.ts'
import { signInAsAdministrator } from './admin-sign-in.ts'
import { EmailField } from './email-field.tsx'
import { LookAround } from './look-around.tsx'
import { PasswordField } from './password-field.tsx'

/** Offers the ways in for administrators. `problem`: of the single sign-on that just failed. */
export function AdminSignIn({ problem }: { problem?: string | undefined }) {
  const singleSignOn = useSingleSignOn()
  const [isEmergency, setEmergency] = useState(false)
  return (
    <Stack>
      <PageHeading description={`Administration of the ${portalName}.`}>Admin Login</PageHeading>
      <FormProblem text={problem} />
      {singleSignOn === undefined && <Skeleton height={290} />}
      {singleSignOn && <SingleSignOnButton label={singleSignOn.label} />}
      {singleSignOn?.isRequired && !isEmergency && (
        <Anchor component="button" type="button" fz="sm" ta="center" onClick={() => setEmergency(true)}>
          Use the emergency account
        </Anchor>
      )}
      {singleSignOn !== undefined && (!singleSignOn?.isRequired || isEmergency) && (
        <>
          {singleSignOn && <Divider label={isEmergency ? 'Emergency account' : 'or'} />}
          <PasswordSignInForm isSecond={singleSignOn !== null} isFocused={isEmergency} />
        </>
      )}
      <LookAround isAdministration />
    </Stack>
  )
}

function PasswordSignInForm({ isSecond, isFocused }: { isSecond: boolean; isFocused: boolean }) {
  const router = useRouter()
  const { fields, formProps, isSending, problem } = useCheckedForm({
    initialValues: { email: '', password: '' },
    check: (values) => schemaErrors(PasswordSignIn, values),
    send: async ({ email, password }) => {
      router.history.replace(await signInAsAdministrator(email, password))
    },
  })
  return (
    <form {...formProps}>
      <Stack>
        <EmailField
          label="Username"
          autoComplete="username"
          autoFocus={isFocused}
          {...fields.getInputProps('email')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          {...fields.getInputProps('password')}
        />
        <FormProblem text={problem} />
        <Button type="submit" size="md" mt={4} loading={isSending} variant={isSecond ? 'default' : 'filled'}>
          Login
        </Button>
        <TextLink to={paths.adminForgotPassword()} fz="sm" ta="center">
          Forgot password
        </TextLink>
      </Stack>
    </form>
  )
}
