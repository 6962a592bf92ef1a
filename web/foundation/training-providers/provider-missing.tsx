import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { getProvider } from '#contract/foundation/training-providers/calls.ts'
import { can } from '#web/core/session/can.ts'

/** Says that certificates wait for the training provider, and links to its page. */
export function ProviderMissing({ title = "Certificates can't be issued yet" }: { title?: string }) {
  return (
    <Alert color="yellow" role="status" icon={<TriangleAlert size={18} aria-hidden />} title={title}>
      Certificates need the training provider's name and signatory.{' '}
      {can(getProvider) && (
        <Anchor component={Link} to={paths.provider()} fz="inherit" underline="always">
          Set up the training provider
        </Anchor>
      )}
    </Alert>
  )
}
