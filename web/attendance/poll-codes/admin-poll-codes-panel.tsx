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
import { can } from '#web/core/session/can.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { shownSpan } from '#web/core/texts/instants.ts'
import { Hint } from '#web/core/ui/hint.tsx'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PanelSection, SidePanel } from '#web/core/ui/side-panel.tsx'
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
      <Loaded of={codes}>
        {(loaded) => (
          <Stack gap="xl" className="pad">
            <Hint>
              For people who can't answer polls on screen. Show a code on a slide; they enter it on their
              phone at {location.host}
              {paths.poll()}. On days with webinar polls, codes only add answers. On other days, each hour
              with a code needs an answer.
            </Hint>
            <Codes codes={loaded} />
            {can(makePollCodes) && (
              <>
                <Hours codes={loaded} />
                <AdminNewPollCode codes={loaded} />
              </>
            )}
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
    confirm: {
      title: `Withdraw the code of ${question}?`,
      message: 'It stops working. Answers already given still count.',
      confirmLabel: 'Withdraw',
    },
    reloads: [getPollCodes, getSlotFindings, getActivities],
    toast: `The code of ${question} is withdrawn`,
    failed: "Couldn't withdraw the code. Try again.",
    tell: 'toast',
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
          {can(getPollCode) && (
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
          )}
          {can(withdrawPollCode) && (
            <Button
              variant="subtle"
              size="compact-sm"
              color="red"
              aria-label={`Withdraw the code of ${question}`}
              {...withdraw.button({ params: { pollCodeId } })}
            >
              Withdraw
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function Hours({ codes: { eventSlotId, proposals } }: { codes: PollCodes }) {
  const make = useAct(makePollCodes, {
    reloads: [getPollCodes, getActivities],
    toast: 'Each hour has a code',
    failed: "Couldn't create the codes. Try again.",
    tell: 'toast',
  })
  if (proposals.length === 0) return null
  return (
    <div>
      <Button leftSection={<Clock size={16} />} {...make.button({ body: { eventSlotId, codes: proposals } })}>
        {proposals.length === 1
          ? 'Create a code for the hour without one'
          : `Create a code for each of ${proposals.length} hours`}
      </Button>
    </div>
  )
}
