import { Stack, Text } from '@mantine/core'
import { UserRoundX } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'

/** The page after the account was deleted. */
export default function AccountDeletedPage() {
  return (
    <Stack gap="lg">
      <UserRoundX size={40} strokeWidth={1.5} color="var(--blue)" />
      <PageHeading text="You are signed out everywhere. We sent you one last email. Links to certificates in it keep working.">
        Your account has been deleted
      </PageHeading>
      <Text>
        Want to attend again?{' '}
        <TextLink to={paths.register()} fw={600}>
          Sign up again
        </TextLink>
      </Text>
    </Stack>
  )
}
