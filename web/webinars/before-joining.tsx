import { List, Text } from '@mantine/core'

/** What to do before a webinar begins, so that the hours count. */
export function BeforeJoining({ firstName, pollFact }: { firstName: string; pollFact: string }) {
  return (
    <section aria-labelledby="before-joining">
      <Text id="before-joining" component="h2" fw={650} fz="md" mb={8}>
        Before it begins
      </Text>
      <List spacing={6}>
        <List.Item>Switch your sound on, and turn it up. You need no microphone.</List.Item>
        <List.Item>
          Go in with the name that you are registered with{firstName && `, as ${firstName}`}: your attendance
          is counted by it.
        </List.Item>
        <List.Item>Stay at the screen.{pollFact && ` ${pollFact}.`}</List.Item>
      </List>
    </section>
  )
}
