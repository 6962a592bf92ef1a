import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Info } from 'lucide-react'
import { getProfile, updateProfile } from '#contract/people/users/calls.ts'
import type { User } from '#contract/people/users/user.ts'
import { call } from '#web/core/api/call.ts'
import { useData } from '#web/core/api/data.tsx'
import { keepUserData } from '#web/core/session/session.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { useKeptForm } from '#web/core/ui/kept-form.ts'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { ProfileCard } from '#web/core/ui/profile-card.tsx'
import { EmailSection } from '#web/people/email-changes/email-section.tsx'
import { PasskeysSection } from '#web/people/passkeys/passkeys-section.tsx'
import { FreshProof, withProof } from '#web/people/second-factors/fresh-proof.tsx'
import { SessionsSection } from '#web/people/sessions/sessions-section.tsx'
import { ConsentHistory } from '#web/people/users/consent-history.tsx'
import { FaaSafetyEmailField } from '#web/people/users/faa-safety-email-field.tsx'
import { MembershipFields } from '#web/people/users/membership-fields.tsx'
import { membershipErrors, membershipPart, membershipValuesOf } from '#web/people/users/membership-values.ts'
import { PrintedNameField } from '#web/people/users/printed-name-field.tsx'
import { ProfileFields } from '#web/people/users/profile-fields.tsx'
import {
  faaSafetyEmailErrors,
  profileErrors,
  profileOf,
  profileValuesOf,
} from '#web/people/users/profile-values.ts'
import { AccountDataSection } from './account-data-section.tsx'
import { DeleteAccountSection } from './delete-account-section.tsx'

export default function ProfilePage() {
  return (
    <Stack gap="lg" maw={860}>
      <PageHeading>Update Your Profile</PageHeading>
      <Alert icon={<Info />}>
        Register with the same email as your FAASafety.gov account so your credit posts automatically.
      </Alert>
      <Loaded of={useData(getProfile, {})}>
        {({ userData }) => (
          <>
            <EmailSection user={userData} />
            <ProfileForm user={userData} />
            <ConsentHistory />
            <PasskeysSection withProof={withProof} />
            <SessionsSection />
            <AccountDataSection />
            <DeleteAccountSection user={userData} />
          </>
        )}
      </Loaded>
      <FreshProof />
    </Stack>
  )
}

function ProfileForm({ user }: { user: User }) {
  const { fields, formProps, isSending, problem } = useKeptForm(`the profile of ${user.userId}`, {
    survivesLeaving: true,
    initialValues: {
      ...profileValuesOf(user),
      ...membershipValuesOf(user),
      printedName: user.printedName,
      faaSafetyEmail: user.faaSafetyEmail,
    },
    check: async (values) => ({
      ...(await profileErrors(values)),
      ...membershipErrors(values),
      ...faaSafetyEmailErrors(values),
    }),
    send: async (values) => {
      const { userData } = await call(updateProfile, {
        body: {
          ...profileOf(values),
          ...membershipPart(values),
          printedName: values.printedName,
          faaSafetyEmail: values.faaSafetyEmail,
        },
      })
      keepUserData(userData)
      // The portal stores names without extra spaces. Else the form would have unsaved changes.
      const { firstName, lastName, printedName, faaSafetyEmail } = userData
      fields.setValues({ firstName, lastName, printedName, faaSafetyEmail })
    },
    reloads: [getProfile],
    toast: 'Profile updated',
    failed: 'Profile update failed',
  })

  return (
    <form {...formProps}>
      <Stack gap="lg">
        <ProfileCard title="Personal information" mb="md">
          <ProfileFields fields={fields} />
          <PrintedNameField user={user} fields={fields} />
          <Hint mt="xs">
            Certificates keep the name they were issued with. If one is wrong, contact support.
          </Hint>
          <FaaSafetyEmailField fields={fields} />
        </ProfileCard>
        <ProfileCard title="Professional memberships">
          <Text c="dimmed" mb="md">
            Optional. We won't ask for these again when you register.
          </Text>
          <MembershipFields fields={fields} />
        </ProfileCard>
        <FormProblem text={problem} />
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={isSending}>
            Update Profile
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
