import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ClipboardList } from 'lucide-react'
import { paths } from '#contract/core/paths.ts'
import { getRoster } from '#contract/counting/credit-rosters/calls.ts'
import { can } from '#web/core/session/can.ts'

/** Links to the credit roster of an event or a slot. */
export function CreditRosterLink({ of }: { of: { event: number } | { slot: number } }) {
  return (
    can(getRoster) && (
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
    )
  )
}
