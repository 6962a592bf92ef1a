import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { MailWarning } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { clearOwnBounce, getOwnBounce } from '#contract/foundation/bounces/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { FormProblem } from '#web/core/ui/form-problem.tsx'

/** Tells people that our emails to them bounced, and what to do. */
export function BouncedEmailNotice() {
  const { data } = useData(getOwnBounce, {})
  const { button, problem } = useAct(clearOwnBounce, {
    toast: "Thank you. You'll get our emails there again.",
    done: () => document.getElementById('content')?.focus(),
    failed: 'Something went wrong. Try again.',
    reloads: [getOwnBounce],
  })
  if (!data?.bounce) return null
  return (
    <Alert
      role="group"
      className="anywhere"
      mb={20}
      bg="var(--warn-soft)"
      color="yellow"
      icon={<MailWarning />}
      title="Our emails to you are bouncing"
    >
      <Stack gap="sm">
        <Text size="sm">
          Our emails to <strong>{data.bounce.email}</strong> could not be delivered, so you get no reminders
          for now. Update your email, or tell us that it works.
        </Text>
        <FormProblem text={problem} />
        <Group gap="sm">
          <Button component={Link} to={paths.profile()} hash="email">
            Update my email
          </Button>
          <Button variant="default" size="sm" {...button({})}>
            My email works
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
