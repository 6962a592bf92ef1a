import { Alert, Button, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { CircleCheck, Hourglass, RefreshCw } from 'lucide-react'
import type { Data } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import {
  compareWebinar,
  getWebinarComparison,
  getWebinarComparisons,
  getWebinarDrift,
  webinarDifferenceKinds,
} from '#contract/webinars/webinar-comparisons/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { Hint } from '#web/core/ui/hint.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { AdminPage } from '#web/core/ui/page-frame.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { AdminDifferences } from './admin-differences.tsx'
import { AdminWebinarTime } from './admin-webinar-time.tsx'

type Comparison = Data<typeof getWebinarComparison>

/** Compares a webinar's registrations here and at the webinar platform. */
export default function AdminWebinarPage() {
  const { eventSlotId } = useParams({ strict: false }) as { eventSlotId: string }
  const comparison = useData(
    getWebinarComparison,
    { params: { eventSlotId: Number(eventSlotId) } },
    { every: (shown) => (shown?.slot.isComparing ? 1500 : 30_000) },
  )
  return (
    <AdminPage>
      <TextLink to={paths.webinars()} size="sm" w="fit-content">
        All webinars
      </TextLink>
      <Loaded of={comparison}>{(data) => <ComparisonPage comparison={data} />}</Loaded>
    </AdminPage>
  )
}

function ComparisonPage({ comparison }: { comparison: Comparison }) {
  const { platform, slot, differences } = comparison
  const { eventSlotId } = slot
  const { act, isRunning, problem } = useAct(compareWebinar, {
    failed: "Couldn't compare the webinar. Try again.",
    reloads: [getWebinarComparison, getWebinarComparisons, getWebinarDrift],
  })
  return (
    <>
      <div className="stack">
        <div>
          <PageHeading>{slot.eventName}</PageHeading>
          <Text size="sm">
            {slot.slot} · webinar {slot.webinarId}
          </Text>
          <Hint>{factsOf(comparison)}</Hint>
        </div>
        <div className="row">
          {can(compareWebinar) && (
            <Button
              variant="default"
              leftSection={<RefreshCw size={15} />}
              loading={isRunning || slot.isComparing}
              onClick={() => act({ body: { eventSlotId } })}
            >
              Compare now
            </Button>
          )}
        </div>
        <FormProblem text={problem} />
        <AdminWebinarTime platform={platform} slot={slot} />
        <div role="status" className="stack">
          {slot.problem !== '' && (
            <Alert
              color="yellow"
              icon={<Hourglass />}
              title={slot.isComparing ? 'Paused. It resumes automatically.' : 'It could not be compared'}
            >
              {slot.problem}
            </Alert>
          )}
          {slot.comparedAt && differences.length === 0 && (
            <Alert color="teal" icon={<CircleCheck />}>
              The portal and {platform} match.
            </Alert>
          )}
        </div>
      </div>
      {webinarDifferenceKinds.map((kind) => (
        <AdminDifferences
          key={kind}
          kind={kind}
          platform={platform}
          eventSlotId={eventSlotId}
          total={slot.differences[kind]}
          differences={differences.filter((difference) => difference.kind === kind)}
        />
      ))}
    </>
  )
}

function factsOf({ platform, slot, peopleThere }: Comparison) {
  const { registered, withJoinUrl, refused, waiting, deferred, pending, comparedAt } = slot
  const here = `${shownCount(registered)} registered here, ${shownCount(withJoinUrl)} with a join link, ${shownCount(refused)} refused, ${shownCount(waiting + deferred + pending)} waiting.`
  if (!comparedAt) return `${here} Not compared yet.`
  return `${here} ${shownCount(peopleThere)} on ${platform}. Compared ${shownInstant(comparedAt)}.`
}
