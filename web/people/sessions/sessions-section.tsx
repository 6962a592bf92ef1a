import { Badge, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Session } from '#contract/people/sessions/calls.ts'
import { getSessions } from '#contract/people/sessions/calls.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import { later } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { ProfileCard } from '#web/core/ui/profile-card.tsx'

const SignOutElsewhereDialog = later(() => import('./sign-out-elsewhere-dialog.tsx'))

export const sessionsTitle = 'Where you are signed in'

/** The part of the profile page about sessions. */
export function SessionsSection() {
  return (
    <ProfileCard title={sessionsTitle}>
      <Sessions />
    </ProfileCard>
  )
}

/** The signed-in person's sessions, and a button that ends the other ones. */
export function Sessions() {
  return (
    <>
      <Text c="dimmed" mb="md">
        Don't recognize one? Sign out everywhere else.
      </Text>
      <Loaded of={useData(getSessions, {})} loading={<Skeleton height={56} />}>
        {({ sessions }) => <SessionList sessions={sessions} />}
      </Loaded>
    </>
  )
}

function SessionList({ sessions }: { sessions: Session[] }) {
  const [isOpen, { open, close }] = useDisclosure()
  const thisFirst = sessions.toSorted((one, other) => Number(other.isThisOne) - Number(one.isThisOne))
  return (
    <Stack>
      <ul className="lines">
        {thisFirst.map((session, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a session has no name of its own
          <SessionRow key={index} session={session} />
        ))}
      </ul>
      <Group justify="flex-end">
        <Button variant="default" disabled={sessions.length < 2} onClick={open}>
          Sign out everywhere else
        </Button>
      </Group>
      <SignOutElsewhereDialog isOpen={isOpen} onClose={close} />
    </Stack>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { device, beganAt, lastSeenAt, isThisOne } = session
  return (
    <Box component="li" py="sm">
      <Group gap="xs">
        <Text fw={600}>{device || 'Unknown browser'}</Text>
        {isThisOne && <Badge>This device</Badge>}
      </Group>
      <Hint>
        Signed in {shownInstant(beganAt)}, with {waysIn(session)}
      </Hint>
      {!isThisOne && <Hint>Last used {shownInstant(lastSeenAt)}</Hint>}
    </Box>
  )
}

function waysIn({ beganBy, secondStep }: Session) {
  if (beganBy === 'link') return 'an emailed link or code'
  if (beganBy === 'passkey') return 'a passkey'
  if (beganBy === 'single-sign-on') return 'a company account'
  return secondStep === null ? 'a password' : `a password and ${secondSteps[secondStep]}`
}

const secondSteps = {
  app: "an app's code",
  passkey: 'a passkey',
  'recovery-code': 'a recovery code',
  device: 'a browser that is remembered',
} as const
