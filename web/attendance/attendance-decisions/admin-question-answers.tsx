import { NativeSelect, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import type { Decided } from '#contract/attendance/attendance-decisions/calls.ts'
import {
  decideAttendance,
  mostSubjects,
  registerAttendee,
  withdrawDecision,
} from '#contract/attendance/attendance-decisions/calls.ts'
import { readInZone } from '#contract/attendance/attendance-uploads/calls.ts'
import { longest } from '#contract/core/fields.ts'
import { paths } from '#contract/core/paths.ts'
import { portalZone } from '#contract/core/season.ts'
import type { Question } from '#contract/counting/credit-findings/calls.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { slotDays } from '#contract/events/slots/times.ts'
import { releaseHours } from '#contract/ledger/credits/calls.ts'
import { creditableHours } from '#contract/ledger/credits/rules.ts'
import { restoreRegistration } from '#contract/registrations/registrations/changes.ts'
import { useAct } from '#web/core/api/act.ts'
import { call } from '#web/core/api/call.ts'
import { can } from '#web/core/session/can.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { attendanceZones, zoneOffBy } from '#web/core/texts/zones.ts'
import { FormProblem } from '#web/core/ui/form-problem.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { toastDone } from '#web/core/ui/toasts.tsx'
import { sendByHand } from '#web/ledger/credits/hand-hours.tsx'
import { pollQuestions, severalPeople, statedStay } from './answer-panels.ts'
import type { WaitingSlot } from './answered.ts'
import { asRead, isAnswered, reloads, useDecisions } from './answered.ts'
import type { Answer } from './question-answers.ts'
import { answersOf, creditByHand } from './question-answers.ts'

interface Props {
  of: WaitingSlot
  wait: Question
  /** The questions that an answer is for, if several. */
  rows?: Question[] | undefined
  /** The question in words. */
  who: string
  /** More answers, such as another dialog. */
  children?: ReactNode
}

/** The result of an answer whose dialog about the hours was canceled. */
const canceled = {}

const rowKinds: Question['kind'][] = ['no-email', 'unknown-email', 'two-candidates', 'contradiction']

/** The answers to an open question, one click each; none for people who may not answer. */
export function AdminQuestionAnswers({ rows: all, ...props }: Props) {
  const decisions = useDecisions(props.of.eventSlotId)
  const rows = (all ?? [props.wait]).filter((row) => !isAnswered(row, props.of, decisions))
  if (!can(decideAttendance)) return null
  if (rows.length === 0) {
    return (
      <p className="muted small" role="status">
        Answered. The hours are being counted.
      </p>
    )
  }
  return (
    <>
      <Answers {...props} rows={rows.slice(0, mostSubjects)} />
      {rows.length > mostSubjects && (
        <p className="muted small">
          One click answers the earliest {mostSubjects} of these {shownCount(rows.length)} rows.
        </p>
      )}
    </>
  )
}

function Answers({ of, wait, rows, who, children }: Props & { rows: Question[] }) {
  const { kind, subject, registrationId } = wait
  const { eventSlotId } = of
  const group = useRef<HTMLFieldSetElement>(null)
  const moveOn = useRef(() => {})
  const [reason, setReason] = useInputState('')
  const decisions = useDecisions(eventSlotId)
  const { act, isRunning, given, problem } = useAct(
    async ({ run }: { label: string; run: () => Promise<unknown> }) => run(),
    {
      reloads,
      failed: "Couldn't save your answer. Try again.",
      done: (answer, { label }) => {
        if (answer === canceled) return
        const decisionIds = (answer as Partial<Decided> | undefined)?.decisionIds
        const reason = 'Withdrawn right away'
        toastDone(
          [label, who],
          decisionIds && {
            label: 'Withdraw',
            act: () => takeBack.act({ body: { decisionIds, reason } }),
          },
        )
        moveOn.current()
      },
    },
  )
  const takeBack = useAct(withdrawDecision, {
    lane: 'withdraw',
    reloads,
    tell: 'toast',
    toast: 'Answer withdrawn',
  })
  const subjects = rows.map((row) => asRead(decisions, row.subject))
  const button = (label: string, run: () => Promise<unknown>, isLikely = false) => (
    <SmallButton
      key={label}
      variant={isLikely ? 'light' : 'default'}
      loading={isRunning && given?.label === label}
      aria-disabled={isRunning}
      onClick={() => {
        moveOn.current = focusOfNext(group.current)
        void act({ label, run })
      }}
    >
      {label}
    </SmallButton>
  )
  const answer = ({ label, reason: usual, subject: other, decision, isLikely }: Answer) =>
    button(
      label,
      async () => {
        const body = {
          eventSlotId,
          subjects: other ? [asRead(decisions, other)] : subjects,
          ...decision,
          reason: reason.trim() || usual,
        }
        const { credit } = decision
        if (!credit || credit.isByRule) return call(decideAttendance, { body })
        const about = {
          registrationId: credit.registrationId,
          who: `${who}, ${of.eventName}`,
          hours: credit.hours,
        }
        const answer = await sendByHand(about, ({ reason = body.reason, ...hand }) =>
          call(decideAttendance, { body: { ...body, reason, credit: { ...credit, ...hand } } }),
        )
        return answer ?? canceled
      },
      isLikely,
    )

  return (
    <fieldset ref={group} className="tight" aria-label={`Answers for ${who}`} {...waitMark}>
      <div className="row">
        {kind === 'canceled' &&
          button('Restore', () =>
            // They were present, so a full slot keeps them.
            call(restoreRegistration, { body: { registrationId: registrationId ?? 0, overbooks: true } }),
          )}
        {(kind === 'host' || kind === 'total-differs') && <ByHand wait={wait} of={of} answer={answer} />}
        {kind === 'times-off' && <InZone of={of} wait={wait} button={button} />}
        {children}
        {kind === 'few-answers' && (
          <SmallButton onClick={() => pollQuestions.show({ eventSlotId, subject })}>
            Preview the effect…
          </SmallButton>
        )}
        {kind === 'taken-back' &&
          can(releaseHours) &&
          button('Use automatic hours', () =>
            call(releaseHours, {
              body: {
                registrationId: registrationId ?? 0,
                reason:
                  reason.trim() ||
                  (wait.facts.news ? 'The reports have new evidence' : 'The attendance counts'),
              },
            }),
          )}
        {(kind === 'unusable-times' || kind === 'total-differs') && (
          <SmallButton onClick={() => statedStay.show({ of, wait })}>Enter the times</SmallButton>
        )}
        {kind === 'unusable-times' && of.isInPerson && (
          <TextLink to={paths.signInSheet({ eventSlotId })} fz="sm">
            Open the sign-in sheet
          </TextLink>
        )}
        {answersOf(wait).map(answer)}
        {kind === 'unknown-email' &&
          button('Register and count', () =>
            call(registerAttendee, {
              body: {
                eventSlotId,
                ...asRead(decisions, subject),
                reason: reason.trim() || `Attended, and registered as ${wait.email}`,
              },
            }),
          )}
        {rowKinds.includes(kind) && (
          <SmallButton
            onClick={() =>
              severalPeople.show({
                of,
                subjects: rows.map((row) => row.subject),
                who,
                candidates: wait.candidates,
              })
            }
          >
            Match to someone else…
          </SmallButton>
        )}
        {wait.userId !== null && kind === 'profile-incomplete' && (
          <TextLink to={paths.account({ userId: wait.userId })} fz="sm">
            Open the account
          </TextLink>
        )}
        {kind !== 'profile-incomplete' && kind !== 'canceled' && (
          <TextInput
            size="xs"
            flex="1 1 200px"
            maw={360}
            aria-label={`Reason for ${who}`}
            placeholder="Add a reason (optional)"
            maxLength={longest.line}
            value={reason}
            onChange={setReason}
          />
        )}
      </div>
      <FormProblem text={problem} />
    </fieldset>
  )
}

function ByHand({
  wait,
  of,
  answer,
}: Pick<Props, 'wait' | 'of'> & { answer: (answer: Answer) => ReactNode }) {
  const [hours, setHours] = useState(of.creditHours)
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={`Hours for ${wait.name || wait.email}`}
        value={hours}
        data={creditableHours.map((each) => ({ value: String(each), label: shownHours(each) }))}
        onChange={(event) => setHours(Number(event.currentTarget.value))}
      />
      {answer(creditByHand(wait.kind, wait.registrationId ?? 0, hours))}
    </>
  )
}

interface InZoneProps extends Pick<Props, 'of' | 'wait'> {
  button: (label: string, run: () => Promise<unknown>) => ReactNode
}

/** Offers the zone that fits the times. */
function InZone({ of: { slot }, wait, button }: InZoneProps) {
  const { off } = wait.facts
  const [zone, setZone] = useState(() => {
    const [day] = slotDays(slot)
    return off && day ? zoneOffBy(off.timeZone ?? portalZone, off.hours, day.startAt) : undefined
  })
  if (!off || zone === undefined) return null
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label="Time zone of the report"
        value={zone}
        data={attendanceZones}
        onChange={(event) => setZone(event.currentTarget.value)}
      />
      {button(`Read in zone ${attendanceZones.find(({ value }) => value === zone)?.label ?? ''}`, () =>
        call(readInZone, { params: { reportId: off.reportId }, body: { timeZone: zone } }),
      )}
    </>
  )
}

/** Marks the answers of one question, so that the focus finds the next ones. */
const waitMark = { 'data-wait': '' }

/**
 * Returns a function that moves the focus after an answer. It goes to the next question, else to the previous
 * one, else to the heading. It remembers them before the answered one disappears.
 */
function focusOfNext(answered: HTMLElement | null): () => void {
  const waits = [...document.querySelectorAll<HTMLElement>('[data-wait]')]
  const place = answered ? waits.indexOf(answered) : -1
  const others = [...waits.slice(place + 1), ...waits.slice(0, Math.max(0, place)).toReversed()]
  return () => {
    const next = others.find((wait) => wait.isConnected)
    const target = next?.querySelector<HTMLElement>('button, a[href]') ?? document.querySelector('h1')
    target?.focus({ preventScroll: next === undefined })
  }
}
