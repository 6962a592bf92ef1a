import { Button, Stack, Text } from '@mantine/core'
import { Clock } from 'lucide-react'
import type { PollCode, PollCodes } from '#contract/attendance/poll-codes/calls.ts'
import {
  getPollCode,
  getPollCodes,
  makePollCodes,
  withdrawPollCode,
} from '#contract/attendance/poll-codes/calls.ts'
import { paths } from '#contract/core/paths.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import { useAct } from '#web/core/api/act.ts'
import { useData } from '#web/core/api/data.tsx'
import { shownCount } from '#web/core/texts/counts.ts'
import { shownSpan } from '#web/core/texts/instants.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { confirm } from '#web/core/ui/dialogs.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { PanelSection, SidePanel } from '#web/core/ui/side-panel.tsx'
import { toastDone, toastError } from '#web/core/ui/toasts.tsx'
import { AdminNewPollCode } from './admin-new-poll-code.tsx'
import styles from './admin-poll-codes.module.css'
import { stateOf } from './poll-code-words.ts'

/** While the panel is open, answers arrive. */
const everyMs = 10_000

/** Makes poll codes for a slot, and shows how many people entered each. */
export default function AdminPollCodesPanel({
  eventSlotId,
  ...panel
}: DialogProps & { eventSlotId: number }) {
  const codes = useData(getPollCodes, { query: { eventSlotId } }, { every: () => everyMs })
  const about = codes.data && `${codes.data.eventName}, ${shownTimeslot(codes.data.slot)}`
  return (
    <SidePanel {...panel} title="Poll codes" {...(about && { about })}>
      <Loaded of={codes} loading={<PageSkeleton />}>
        {(loaded) => (
          <Stack gap="xl" className="pad">
            <Text size="sm" c="dimmed">
              For people who cannot answer polls on screen. Show a code on a slide; they enter it on their
              phone at {location.host}
              {paths.poll()}. On a day with polls of the webinar, codes only add answers. On other days, an
              hour with a code needs an answer.
            </Text>
            <Codes codes={loaded} />
            <Allowed to={makePollCodes}>
              <Hours codes={loaded} />
              <AdminNewPollCode codes={loaded} />
            </Allowed>
          </Stack>
        )}
      </Loaded>
    </SidePanel>
  )
}

function Codes({ codes: { codes, now } }: { codes: PollCodes }) {
  return (
    <PanelSection title="Codes">
      {codes.length === 0 ? (
        <Text c="dimmed">None yet.</Text>
      ) : (
        <ul className="card lines" aria-label="Codes">
          {codes.map((code) => (
            <Code key={code.pollCodeId} code={code} now={now} />
          ))}
        </ul>
      )}
    </PanelSection>
  )
}

function Code({ code: given, now }: { code: PollCode; now: Date }) {
  const { pollCodeId, code, question, opensAt, closesAt, answers, withdrawnAt } = given
  const { words, tone } = stateOf(given, now)
  const withdraw = useAct(withdrawPollCode, {
    confirm: () =>
      confirm({
        title: `Withdraw the code of ${question}?`,
        message: 'No one needs it then. Answers that people gave with it still count.',
        confirmLabel: 'Withdraw',
      }),
    reloads: [getPollCodes, getSlotFindings, getActivities],
    done: () => toastDone(`The code of ${question} is withdrawn`),
    failed: 'The code was not withdrawn. Please try again.',
    tell: toastError,
  })
  return (
    <li className={`pad ${styles.code}`} data-withdrawn={withdrawnAt !== null || undefined}>
      <div className="tight">
        <div className="row">
          <span className={styles.sign}>{code ?? '•••••'}</span>
          <span className="strong anywhere">{question}</span>
          <span className="pill small" data-tone={tone}>
            {words}
          </span>
        </div>
        <span className="muted small figures">
          {shownSpan(opensAt, closesAt)} ·{' '}
          {answers === 1 ? '1\u00a0answer' : `${shownCount(answers)}\u00a0answers`}
        </span>
      </div>
      {!withdrawnAt && (
        <div className="row">
          <Allowed to={getPollCode}>
            <Button
              component="a"
              variant="subtle"
              size="compact-sm"
              href={paths.pollSlide({ pollCodeId })}
              target="_blank"
              aria-label={`Slide of ${question}`}
            >
              Slide
            </Button>
          </Allowed>
          <Allowed to={withdrawPollCode}>
            <Button
              variant="subtle"
              size="compact-sm"
              color="red"
              aria-label={`Withdraw the code of ${question}`}
              loading={withdraw.isRunning}
              onClick={() => void withdraw.act({ params: { pollCodeId } })}
            >
              Withdraw
            </Button>
          </Allowed>
        </div>
      )}
    </li>
  )
}

function Hours({ codes: { eventSlotId, proposals } }: { codes: PollCodes }) {
  const make = useAct(makePollCodes, {
    reloads: [getPollCodes, getActivities],
    done: () => toastDone('Each hour has a code'),
    failed: 'The codes were not made. Please try again.',
    tell: toastError,
  })
  if (proposals.length === 0) return null
  return (
    <div>
      <Button
        leftSection={<Clock size={16} />}
        loading={make.isRunning}
        onClick={() => void make.act({ body: { eventSlotId, codes: proposals } })}
      >
        {proposals.length === 1
          ? 'Make a code for the hour without one'
          : `Make a code for each of ${proposals.length} hours`}
      </Button>
    </div>
  )
}
