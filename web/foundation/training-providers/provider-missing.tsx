import { Alert } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { getProvider } from '#contract/foundation/training-providers/calls.ts'
import { can } from '#web/core/session/can.ts'
import { TextLink } from '#web/core/ui/text-link.tsx'

/** Says that news waits for the training provider's postal address, and links to its page. */
export function PostalAddressMissing() {
  return (
    <Alert color="yellow" role="status" icon={<TriangleAlert />} title="News can't be sent yet">
      By law, news names the sender's postal address.{' '}
      {can(getProvider) && (
        <TextLink to={paths.provider()} fz="inherit" underline="always">
          Add the postal address
        </TextLink>
      )}
    </Alert>
  )
}

/** Says that certificates wait for the training provider, and links to its page. */
export function ProviderMissing({ title = "Certificates can't be issued yet" }: { title?: string }) {
  return (
    <Alert color="yellow" role="status" icon={<TriangleAlert />} title={title}>
      Certificates need the training provider's name and signatory.{' '}
      {can(getProvider) && (
        <TextLink to={paths.provider()} fz="inherit" underline="always">
          Set up the training provider
        </TextLink>
      )}
    </Alert>
  )
}
