import { Anchor, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '#contract/core/paths.ts'
import { ActivityHistory } from '#web/activities/activity-history.tsx'
import { AdminAccountSection } from './admin-account-section.tsx'

/** Who changed what of somebody, the newest first. */
export function AdminAccountHistory({ userId }: { userId: string }) {
  const all = (
    <Anchor component={Link} to={paths.activities()} search={{ userId } as never} fz="sm">
      Search the history
    </Anchor>
  )
  return (
    <AdminAccountSection id="history" action={all}>
      <ActivityHistory filter={{ userId }} isOfOne meanwhile={<Skeleton height={120} />} />
    </AdminAccountSection>
  )
}
