import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { refusals } from '#contract/core/refusals.ts'
import { yearsKept } from '#contract/counting/certificates/calls.ts'
import { deletionRefusal } from '#contract/office/accounts/rules.ts'
import type { User } from '#contract/people/users/user.ts'
import { later } from '#web/core/ui/later.tsx'
import { ProfileCard } from '#web/core/ui/profile-card.tsx'

const DeleteAccountDialog = later(() => import('./delete-account-dialog.tsx'))

/** The part of the profile page that explains and offers deleting the account. */
export function DeleteAccountSection({ user }: { user: User }) {
  const [isOpen, { open, close }] = useDisclosure()
  const refusal = deletionRefusal(user, user.email)
  return (
    <ProfileCard title="Delete account">
      {refusal ? (
        <Text c="dimmed">{refusals[refusal].message}</Text>
      ) : (
        <Stack>
          <List spacing={6}>
            <List.Item>
              We delete your profile, memberships, past registrations and everything else we keep about you
              right away. This can't be undone.
            </List.Item>
            <List.Item>Your registrations are canceled.</List.Item>
            <List.Item>
              You are signed out everywhere, and we send you one last email to confirm it.
            </List.Item>
            <List.Item>
              Certificates are kept for {yearsKept} years after they were issued, with your name, the event
              and the hours, because a training provider must be able to show them to the FAA. Until then
              their links work. Then we delete them, too.
            </List.Item>
          </List>
          <Group justify="flex-end">
            <Button variant="default" c="var(--mantine-color-red-filled)" onClick={open}>
              Delete account
            </Button>
          </Group>
          <DeleteAccountDialog user={user} isOpen={isOpen} onClose={close} />
        </Stack>
      )}
    </ProfileCard>
  )
}
