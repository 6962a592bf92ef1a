import { Button, Group, Paper, Stack } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { updateProfile } from '#contract/people/users/calls.ts'
import { call } from '#web/core/api/call.ts'
import { takeReturnPath } from '#web/core/session/return-path.ts'
import { keepUserData, useSession } from '#web/core/session/session.ts'
import type { SessionUser } from '#web/core/session/session-user.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { useKeptForm } from '#web/core/ui/kept-form.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { forgetPendingProfile, pendingProfile } from '#web/people/identity/pending-sign-in.ts'
import { ProfileFields } from './profile-fields.tsx'
import { profileErrors, profileOf, profileValuesOf } from './profile-values.ts'

export default function CompleteProfilePage() {
  const user = useSession((state) => state.userData)
  return user ? <CompleteProfileForm user={user} /> : null
}

function CompleteProfileForm({ user }: { user: SessionUser }) {
  const router = useRouter()
  const pending = pendingProfile(user.email)
  const { fields, formProps, isSending, problem } = useKeptForm(`the profile of ${user.userId}`, {
    survivesLeaving: true,
    // People correct a profile here that the server refused at registration.
    initialValues: profileValuesOf(pending ?? user),
    check: profileErrors,
    send: async (values) => {
      const { userData } = await call(updateProfile, { body: profileOf(values) })
      forgetPendingProfile()
      keepUserData(userData)
      const next = takeReturnPath()
      const hint = next === paths.upcomingEvents() ? ' Pick a time slot to register.' : ''
      toastDone(['Profile updated', `Welcome, ${userData.firstName}.${hint}`])
      router.history.replace(next)
    },
    failed: 'Registration failed',
  })

  return (
    <Stack gap="lg" maw={860}>
      <PageHeading text="Enter your name exactly as it should appear on your certificate.">
        Complete your profile
      </PageHeading>
      <Paper p="xl">
        <form {...formProps}>
          <Stack gap="lg">
            <ProfileFields fields={fields} />
            <FormProblem text={problem} />
            <Group justify="flex-end">
              <Button type="submit" size="md" loading={isSending}>
                Save and continue
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Stack>
  )
}
