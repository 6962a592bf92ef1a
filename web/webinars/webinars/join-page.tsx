import { Stack } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import type { RefusalCode } from '#contract/core/refusals.ts'
import { joinWebinar } from '#contract/webinars/webinars/joins.ts'
import { DataProvider, useData } from '#web/core/api/data.tsx'
import { Failure } from '#web/core/ui/failure.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { askAgainAfter } from './asking-again.ts'
import { Joining } from './joining.tsx'
import { UnknownJoinLink } from './unknown-join-link.tsx'

/** The page of a join link. It leads into the webinar once the room is open. */
export default function JoinPage() {
  return (
    <DataProvider>
      <Join />
    </DataProvider>
  )
}

const unknown: readonly (RefusalCode | 'UNREACHABLE')[] = [
  'JOIN_LINK_NOT_FOUND',
  'INVALID_FIELDS',
  'NOT_FOUND',
]

function Join() {
  const { registrationId, code = '' } = useParams({ strict: false })
  const { slot } = useSearch({ strict: false })
  const { data, error, reload } = useData(
    joinWebinar,
    { params: { registrationId: Number(registrationId), code }, query: { slot } },
    { every: askAgainAfter },
  )
  if (error && unknown.includes(error.code)) return <UnknownJoinLink />
  if (data) return <Joining answer={data} askAgain={reload} />
  return (
    <Stack gap="lg" data-wide>
      <PageHeading>Join the webinar</PageHeading>
      {error ? <Failure error={error} retry={reload} /> : <PageSkeleton />}
    </Stack>
  )
}
