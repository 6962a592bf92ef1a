import { Stack, Text } from '@mantine/core'
import { Link2Off } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { refusals } from '#contract/core/refusals.ts'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { ContactSupport } from '#web/foundation/support/contact-support.tsx'

/** The page of a join link that belongs to no registration. */
export function UnknownJoinLink() {
  return (
    <Stack gap="lg">
      <Link2Off size={40} strokeWidth={1.5} color="var(--blue)" />
      <PageHeading text={refusals.JOIN_LINK_NOT_FOUND.message}>Link not found</PageHeading>
      <RegisteredEventsLink />
      <Text>
        Still not working? <ContactSupport />
      </Text>
    </Stack>
  )
}

export function RegisteredEventsLink() {
  return <TextLink to={paths.registeredEvents()}>Go to your registered events</TextLink>
}
