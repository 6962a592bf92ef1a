import { useParams } from '@tanstack/react-router'
import { ListChecks, Mail, Send } from 'lucide-react'
import { useEffect } from 'react'
import type { SlotAttendance } from '#contract/attendance/attendances/calls.ts'
import { getSlotAttendance } from '#contract/attendance/attendances/calls.ts'
import { paths } from '#contract/core/paths.ts'
import type { SlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { getCreditRules } from '#contract/events/credit-rules/calls.ts'
import { shownDates, shownTimeslot } from '#contract/events/slots/times.ts'
import { getProvider } from '#contract/foundation/training-providers/calls.ts'
import { isProviderComplete } from '#contract/foundation/training-providers/rules.ts'
import { getAutomation, isCrediting } from '#contract/office/automations/calls.ts'
import { startBulkJob } from '#contract/office/bulk-jobs/calls.ts'
import { startMessage } from '#contract/outreach/messages/calls.ts'
import { AdminAnswered } from '#web/attendance/attendance-decisions/admin-answered.tsx'
import { AdminSettleNow } from '#web/attendance/attendance-decisions/admin-settle-now.tsx'
import { pollQuestions } from '#web/attendance/attendance-decisions/answer-panels.ts'
import { AdminAttendanceTools } from '#web/attendance/attendances/admin-attendance-tools.tsx'
import { AdminFetchedNote } from '#web/attendance/attendances/admin-fetched-note.tsx'
import { fetchingWords, sourceLines } from '#web/attendance/attendances/attendance-words.ts'
import { AdminPollCodesButton, pollCodesPanel } from '#web/attendance/poll-codes/admin-poll-codes-button.tsx'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { Sentences } from '#web/core/ui/sentences.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { AdminAgendaShares } from '#web/counting/credit-findings/admin-agenda-shares.tsx'
import { AdminFindingsList } from '#web/counting/credit-findings/admin-findings-list.tsx'
import { countedWords } from '#web/counting/credit-findings/finding-words.ts'
import { QuestionPanels } from '#web/counting/credit-findings/question-panels.tsx'
import { findingDetails } from '#web/counting/credit-findings/registration-finding.ts'
import type { SlotGroups } from '#web/counting/credit-findings/slot-groups.ts'
import { groupsOf } from '#web/counting/credit-findings/slot-groups.ts'
import { AdminReviews, useReviews } from '#web/counting/credit-reviews/admin-reviews.tsx'
import { CreditRosterLink } from '#web/counting/credit-rosters/credit-roster-link.tsx'
import { AdminRecountAlarms } from '#web/counting/recounts/admin-recount-alarms.tsx'
import { NewInspectionLink } from '#web/events/events/new-inspection-link.tsx'
import { ProviderMissing } from '#web/foundation/training-providers/provider-missing.tsx'
import { bulkJobs, mailCertificates } from '#web/office/bulk-jobs/admin-bulk.tsx'
import { AdminCreditFound } from '#web/office/bulk-jobs/admin-credit-found.tsx'
import { mailLabel } from '#web/office/bulk-jobs/bulk-words.ts'
import { useSlotProgress } from '#web/office/dashboard/slot-progress.ts'
import { messagePanel } from '#web/outreach/messages/admin-message.ts'
import { aboutRegistrations } from '#web/outreach/messages/message-about.ts'
import { WebinarDriftNotice } from '#web/webinars/webinar-comparisons/webinar-drift-notice.tsx'
import { AdminAutomation } from './admin-automation.tsx'
import styles from './admin-slot-findings-page.module.css'

const everyMs = 1500

export default function AdminSlotFindingsPage() {
  const params = useParams({ strict: false }) as { eventSlotId: string }
  const eventSlotId = Number(params.eventSlotId)
  const attendance = useData(
    getSlotAttendance,
    { query: { eventSlotId } },
    { every: (read) => (read?.fetching.isRunning ? everyMs : undefined) },
  )
  const findings = useData(
    getSlotFindings,
    { query: { eventSlotId } },
    { every: (read) => (read?.isCounting ? everyMs : undefined) },
  )
  // A report fetched since then is counted next.
  const newest = attendance.data?.reports[0]?.reportId
  // biome-ignore lint/correctness/useExhaustiveDependencies: another report is the reason
  useEffect(() => {
    if (findings.data) void findings.reload()
  }, [newest])
  return (
    <>
      <Loaded of={findings}>
        {(read) => {
          const groups = groupsOf(read)
          return (
            <div className="page">
              <Head findings={read} />
              <WebinarDriftNotice of={{ eventSlotId }} />
              <AdminAutomationQuestions eventId={read.eventId} />
              <AdminRecountAlarms eventSlotId={eventSlotId} />
              <Outcome eventSlotId={eventSlotId} findings={read} groups={groups} />
              <div className="row">
                <AdminAutomation eventId={read.eventId} eventName={read.eventName} />
                <NewInspectionLink of="slot" id={eventSlotId} />
                <CreditRosterLink of={{ slot: eventSlotId }} />
                <SmallButton icon={ListChecks} onClick={() => pollQuestions.show({ eventSlotId })}>
                  Poll questions
                </SmallButton>
                <AdminPollCodesButton eventSlotId={eventSlotId} />
                <SmallButton
                  needs={startMessage}
                  icon={Send}
                  onClick={() =>
                    messagePanel.show(aboutRegistrations(slotOf(read), { filter: { eventSlotId } }))
                  }
                >
                  Email…
                </SmallButton>
              </div>
              <Loaded of={attendance} loading={null}>
                {(attendance) => <Sources eventSlotId={eventSlotId} attendance={attendance} />}
              </Loaded>
              <Hours
                eventSlotId={eventSlotId}
                findings={read}
                groups={groups}
                hasReport={newest !== undefined}
                isInPerson={attendance.data?.isInPerson}
              />
            </div>
          )
        }}
      </Loaded>
      <QuestionPanels />
      <messagePanel.Panel />
      <pollCodesPanel.Panel />
    </>
  )
}

function slotOf({ eventName, slot }: SlotFindings) {
  return `Everyone registered for ${eventName}, ${shownTimeslot(slot)}`
}

function Head({ findings }: { findings: SlotFindings }) {
  return (
    <div className="tight">
      <TextLink to={paths.manageEvents({ eventId: findings.eventId })} size="sm" w="fit-content">
        {findings.eventName}
      </TextLink>
      <div className="row">
        <PageHeading
          tab={`Hours: ${findings.eventName}, ${shownDates(findings.slot)}`}
        >{`Attendance & hours: ${findings.eventName}`}</PageHeading>
        <span className="muted small figures">{shownTimeslot(findings.slot)}</span>
      </div>
      <p className="muted small figures">
        Credit rules <RuleName name={findings.rule.name} />.{' '}
        <span role="status">{countedWords(findings)}</span>
      </p>
    </div>
  )
}

function RuleName({ name }: { name: string }) {
  if (!can(getCreditRules)) return name
  return (
    <TextLink to={paths.hoursFigures()} fz="inherit" underline="always">
      {name}
    </TextLink>
  )
}

function Sources({ eventSlotId, attendance }: { eventSlotId: number; attendance: SlotAttendance }) {
  const { reports } = attendance
  const isFirst = reports.length === 0
  return (
    <section className={isFirst ? 'stack' : 'tight'} aria-label="Reports">
      <AdminAttendanceTools eventSlotId={eventSlotId} attendance={attendance} />
      <p className="muted small" role="status">
        {fetchingWords(attendance)}
      </p>
      {!isFirst && <Sentences className="muted small anywhere figures" of={sourceLines(attendance)} />}
      {/* A first report adds all there is. Another one is a reason to read its note again. */}
      {reports.length > 1 && reports.some(({ origin }) => origin === 'platform') && (
        <AdminFetchedNote key={reports[0]?.reportId} eventSlotId={eventSlotId} reports={reports} />
      )}
    </section>
  )
}

interface OutcomeProps {
  eventSlotId: number
  findings: SlotFindings
  groups: SlotGroups
}

/** The slot's figures and its certificates, above all tools. */
function Outcome({ eventSlotId, findings, groups }: OutcomeProps) {
  const reviews = useReviews(eventSlotId)?.filter(({ answer }) => answer === null).length ?? 0
  const { progress, onMailing } = useSlotProgress({ eventId: findings.eventId })
  const line = progress.data?.slots.find((slot) => slot.eventSlotId === eventSlotId)
  const mailable = line?.mailable ?? 0
  if (findings.people.length + findings.waits.length === 0) return null
  const isIssuing = findings.people.some(({ next }) => next === 'write')
  return (
    <div className="spread">
      <Figures groups={groups} reviews={reviews} />
      <div className="row">
        {mailable > 0 && (
          <SmallButton
            needs={startBulkJob}
            icon={Mail}
            variant="filled"
            onClick={() => mailCertificates(eventSlotId)}
          >
            {mailLabel(mailable)}
          </SmallButton>
        )}
        {(isIssuing || mailable === 0) && <AdminCreditFound eventSlotId={eventSlotId} findings={findings} />}
      </div>
      <bulkJobs.Panel onStarted={onMailing} />
    </div>
  )
}

interface HoursProps extends OutcomeProps {
  hasReport: boolean
  /** undefined: still loading. */
  isInPerson: boolean | undefined
}

function Hours({ eventSlotId, findings, groups, hasReport, isInPerson }: HoursProps) {
  return (
    <>
      <AdminAgendaShares eventSlotId={eventSlotId} findings={findings} />
      <AdminReviews eventSlotId={eventSlotId} onOpen={findingDetails.show} />
      <AdminFindingsList
        eventSlotId={eventSlotId}
        findings={findings}
        groups={groups}
        hasReport={hasReport}
        isInPerson={isInPerson}
      />
      <div className="row">
        {hasReport && !findings.isSettled && <AdminSettleNow eventSlotId={eventSlotId} />}
        <AdminAnswered eventSlotId={eventSlotId} />
      </div>
    </>
  )
}

interface FiguresProps {
  groups: SlotGroups
  /** The open reviews. */
  reviews: number
}

function Figures({ groups: { all, fewer, open, never, waiting }, reviews }: FiguresProps) {
  const figures = {
    'all hours': all.length,
    fewer: fewer.length,
    'with open polls': open.length,
    [never.length === 1 ? 'no-show' : 'no-shows']: never.length,
    waiting: waiting.length,
    [reviews === 1 ? 'review' : 'reviews']: reviews,
  }
  return (
    <dl className={`row figures ${styles.figures}`}>
      {Object.entries(figures)
        .filter(([label, people]) => people > 0 || label === 'all hours')
        .map(([label, people]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{shownCount(people)}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Says that an event's credits wait for the training provider; nothing once it is complete. */
function AdminAutomationQuestions({ eventId }: { eventId: number }) {
  const automation = useData(getAutomation, { query: { eventId } })
  const provider = useData(getProvider, {}, { isEnabled: can(getProvider) })
  if (!automation.data || !provider.data || isProviderComplete(provider.data)) return null
  return isCrediting(automation.data.mode) ? (
    <ProviderMissing title="Automatic certificates are on hold" />
  ) : (
    <ProviderMissing />
  )
}
