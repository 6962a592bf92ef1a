import { Stack, Text } from '@mantine/core'
import { Link2Off } from 'lucide-react'
import { refusals } from '#contract/core/refusals.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { ContactSupport } from '#web/support/contact-support.tsx'
import { RegisteredEventsLink } from './registered-events-link.tsx'

/** What stands where a link leads to no seat of anybody. */
export function UnknownJoinLink() {
  return (
    <Stack gap="lg">
      <Link2Off size={40} strokeWidth={1.5} color="var(--blue)" />
      <PageHeading text={refusals.JOIN_LINK_NOT_FOUND.message}>Link not found</PageHeading>
      <RegisteredEventsLink />
      <Text>
        Does it still not work? <ContactSupport />
      </Text>
    </Stack>
  )
}
