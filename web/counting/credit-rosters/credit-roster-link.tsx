import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ClipboardList } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { getRoster } from '#contract/counting/credit-rosters/calls.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'

/** Links to the credit roster of an event or a slot. */
export function CreditRosterLink({ of }: { of: { event: number } | { slot: number } }) {
  return (
    <Allowed to={getRoster}>
      <Button
        component={Link}
        to={paths.creditRosters()}
        search={of as never}
        variant="default"
        size="xs"
        leftSection={<ClipboardList size={15} />}
      >
        Credit roster
      </Button>
    </Allowed>
  )
}
