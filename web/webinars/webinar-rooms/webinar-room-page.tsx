import { Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { Data } from '#contract/core/endpoint.ts'
import { getWebinarRoom } from '#contract/webinars/webinar-rooms/calls.ts'
import { DataProvider, useData } from '#web/core/api/data.tsx'
import { Failure } from '#web/core/ui/failure.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { pauseUntil } from '#web/webinars/webinars/asking-again.ts'
import { Countdown } from '#web/webinars/webinars/countdown.tsx'
import { PollCodePlace } from '#web/webinars/webinars/poll-code-place.ts'
import { RegisteredEventsLink, UnknownJoinLink } from '#web/webinars/webinars/unknown-join-link.tsx'
import { usePresence } from './presence.ts'
import { TestCard } from './test-card.tsx'

type Room = Data<typeof getWebinarRoom>

/** A built-in webinar room, the stand-in for a webinar platform, as a registrant sees it. */
export default function WebinarRoomPage() {
  const { seatCode = '' } = useParams({ strict: false })
  return (
    <DataProvider>
      <Seat seatCode={seatCode} />
    </DataProvider>
  )
}

function Seat({ seatCode }: { seatCode: string }) {
  const { data, error, reload } = useData(getWebinarRoom, { params: { seatCode } }, { every: askAgainAfter })
  usePresence(seatCode, data?.state === 'open', reload)
  if (error?.code === 'JOIN_LINK_NOT_FOUND' || error?.code === 'INVALID_FIELDS') return <UnknownJoinLink />
  if (data) return <Shown room={data} askAgain={reload} />
  return (
    <Stack gap="lg" data-wide>
      <PageHeading>Webinar</PageHeading>
      {error ? <Failure error={error} retry={reload} /> : <PageSkeleton />}
    </Stack>
  )
}

/** Asks again when the room opens, and when it closes. */
function askAgainAfter(room: Room | undefined) {
  if (!room || room.state === 'over') return undefined
  return pauseUntil(room.state === 'before' ? room.opensAt : room.endsAt, room.now)
}

const words = {
  before: 'The room is not open yet. Keep this page open. It lets you in automatically.',
  open: 'This is a test room. Nothing is broadcast here. Your attendance is being recorded.',
  over: 'The room is closed: this webinar is over. Thank you for attending.',
} as const

function Shown({ room, askAgain }: { room: Room; askAgain: () => unknown }) {
  const { topic, firstName, slot, state, opensAt, now } = room
  return (
    <Stack gap="lg" data-wide>
      <div>
        <PageHeading>{topic}</PageHeading>
        <Text c="dimmed" mt={6}>
          {slot}
          {state === 'open' && firstName && ` · joined as ${firstName}`}
        </Text>
      </div>
      {state === 'before' && opensAt && (
        <Countdown label="Opens in" until={opensAt} portalNow={now} onOver={askAgain} />
      )}
      {state === 'open' && <TestCard topic={topic} portalNow={now} />}
      <Text role="status">{words[state]}</Text>
      {state === 'open' && <PollCodePlace />}
      {state === 'over' && <RegisteredEventsLink />}
    </Stack>
  )
}
