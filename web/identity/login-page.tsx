import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PageHeading } from '#web/platform/ui/page-heading.tsx'

export function LoginPage() {
  return (
    <Stack>
      <PageHeading>Login</PageHeading>
      <TextInput label="E-mail" type="email" />
      <Button>Send sign-in link</Button>
      <Text>
        No account yet?{' '}
        <Anchor component={Link} to="/login">
          Create
        </Anchor>
      </Text>
    </Stack>
  )
}
