import { Badge, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { endOtherSessions, getSessions, type Session } from '#contract/users.ts'
import { useAct } from '#web/platform/api/act.ts'
import { useData } from '#web/platform/api/data.tsx'
import { shownInstant } from '#web/platform/texts/instants.ts'
import { confirm } from '#web/platform/ui/dialogs.tsx'
import { FormProblem } from '#web/platform/ui/form-problem.tsx'
import { Loaded } from '#web/platform/ui/loaded.tsx'
import { toastDone } from '#web/platform/ui/toasts.tsx'
import styles from './sessions-section.module.css'

export const sessionsTitle = 'Where you are signed in'

/** The part of the profile page that shows where the person is signed in. */
export function SessionsSection() {
  return (
    <Paper p="xl" component="section" aria-labelledby="sessions">
      <Title order={2} id="sessions" mb="xs">
        {sessionsTitle}
      </Title>
      <Sessions />
    </Paper>
  )
}

/** Where the person is signed in, and the way out everywhere else. */
export function Sessions() {
  return (
    <>
      <Text c="dimmed" mb="md">
        If you don't know one of these, sign out everywhere else.
      </Text>
      <Loaded of={useData(getSessions, {})} meanwhile={<Skeleton height={56} />}>
        {({ sessions }) => <SessionList sessions={sessions} />}
      </Loaded>
    </>
  )
}

function SessionList({ sessions }: { sessions: Session[] }) {
  const { act, isRunning, problem } = useAct(endOtherSessions, {
    confirm: () =>
      confirm({
        title: 'Sign out everywhere else?',
        message: 'You stay signed in here. Every other browser and device has to sign in again.',
        confirmLabel: 'Sign out everywhere else',
      }),
    done: () => toastDone('You are signed out everywhere else'),
    failed: 'Please try again later',
    reloads: [getSessions],
  })
  const thisFirst = sessions.toSorted((one, other) => Number(other.isThisOne) - Number(one.isThisOne))
  return (
    <Stack gap="md">
      <ul className={styles.list}>
        {thisFirst.map((session, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a session has no name of its own
          <SessionRow key={index} session={session} />
        ))}
      </ul>
      <FormProblem text={problem} />
      <Group justify="flex-end">
        <Button
          variant="default"
          size="md"
          loading={isRunning}
          disabled={sessions.length < 2}
          onClick={() => void act({})}
        >
          Sign out everywhere else
        </Button>
      </Group>
    </Stack>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { device, beganAt, lastSeenAt, isThisOne } = session
  return (
    <li className={styles.session}>
      <Group gap="xs">
        <Text fw={600}>{device || 'An unknown browser'}</Text>
        {isThisOne && <Badge>This one</Badge>}
      </Group>
      <Text size="sm" c="dimmed">
        Signed in {shownInstant(beganAt)}, with {waysIn(session)}
      </Text>
      {!isThisOne && (
        <Text size="sm" c="dimmed">
          Last used {shownInstant(lastSeenAt)}
        </Text>
      )}
    </li>
  )
}

function waysIn({ beganBy, secondStep }: Session): string {
  if (beganBy === 'link') return 'an emailed link or code'
  if (beganBy === 'passkey') return 'a passkey'
  return secondStep === null ? 'a password' : `a password and ${secondSteps[secondStep]}`
}

const secondSteps = {
  app: "an app's code",
  passkey: 'a passkey',
  'recovery-code': 'a recovery code',
  device: 'a browser that is remembered',
} as const
