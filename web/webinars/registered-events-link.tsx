import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'

/** Leads to what somebody is registered for. */
export function RegisteredEventsLink() {
  return (
    <Anchor component={Link} to={paths.registeredEvents()}>
      Go to your registered events
    </Anchor>
  )
}
