import { Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { deletionRefusal } from '#contract/accounts/rules.ts'
import { yearsKept } from '#contract/certificates/calls.ts'
import { refusals } from '#contract/core/refusals.ts'
import type { User } from '#contract/users/calls.ts'
import { later } from '#web/core/ui/later.tsx'

const DeleteAccountDialog = later(() => import('./delete-account-dialog.tsx'))

/** The part of the profile page that says what deleting the account does, and does it. */
export function DeleteAccountSection({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  const refusal = deletionRefusal(user, user.email)
  return (
    <Paper p="xl" component="section" aria-labelledby="delete-account">
      <Title order={2} id="delete-account" mb="xs">
        Delete account
      </Title>
      {refusal ? (
        <Text c="dimmed">{refusals[refusal].message}</Text>
      ) : (
        <Stack gap="md">
          <List spacing={6}>
            <List.Item>
              Your profile, memberships, past registrations and everything else that we keep about you is
              deleted at once, and cannot be brought back.
            </List.Item>
            <List.Item>What you are registered for is canceled. Others can have your place.</List.Item>
            <List.Item>You are signed out everywhere, and get one last email that says so.</List.Item>
            <List.Item>
              Certificates are kept for {yearsKept} years after they were issued, with your name, the event
              and the hours: a training provider has to be able to show them to the FAA. Until then their
              links go on working. Then they are deleted, too.
            </List.Item>
          </List>
          <Group justify="flex-end">
            <Button variant="default" c="var(--mantine-color-red-filled)" onClick={() => setOpen(true)}>
              Delete account
            </Button>
          </Group>
          <DeleteAccountDialog user={user} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Stack>
      )}
    </Paper>
  )
}
