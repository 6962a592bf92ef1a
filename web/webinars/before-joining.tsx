import { Text } from '@mantine/core'
import styles from './before-joining.module.css'

/** What to do before a webinar begins, so that the hours count. */
export function BeforeJoining({ firstName, pollFact }: { firstName: string; pollFact: string }) {
  return (
    <section aria-labelledby="before-joining">
      <Text id="before-joining" component="h2" fw={650} fz="md" mb={8}>
        Before it begins
      </Text>
      <ul className={styles.steps}>
        <li>Switch your sound on, and turn it up. You need no microphone.</li>
        <li>
          Go in with the name that you are registered with{firstName && `, as ${firstName}`}: your attendance
          is counted by it.
        </li>
        <li>Stay at the screen.{pollFact && ` ${pollFact}.`}</li>
      </ul>
    </section>
  )
}
