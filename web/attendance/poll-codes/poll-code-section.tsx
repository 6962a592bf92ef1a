import { Text } from '@mantine/core'
import { looks, PollCodeForm } from './poll-code-form.tsx'

/** The part of a webinar's page for a slide's code. */
export default function PollCodeSection() {
  return (
    <section aria-labelledby="poll-code" style={{ maxWidth: 440 }}>
      <Text id="poll-code" component="h2" fw={650} fz="md" mb={8}>
        Does a slide show a poll code?
      </Text>
      <PollCodeForm look={looks.part} />
    </section>
  )
}
