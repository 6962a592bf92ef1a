import { Anchor } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { ListChecks, QrCode, Send } from 'lucide-react'
import { useEffect } from 'react'
import type { SlotAttendance } from '#contract/attendance/attendances/calls.ts'
import { getSlotAttendance } from '#contract/attendance/attendances/calls.ts'
import { paths } from '#contract/core/paths.ts'
import type { SlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { getCreditRules } from '#contract/events/credit-rules/calls.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { getProvider } from '#contract/foundation/training-providers/calls.ts'
import { isProviderComplete } from '#contract/foundation/training-providers/rules.ts'
import { getAutomation, isCrediting } from '#contract/office/automations/calls.ts'
import { startMessage } from '#contract/outreach/messages/calls.ts'
import { AdminAnswered } from '#web/attendance/attendance-decisions/admin-answered.tsx'
import { AdminSettleNow } from '#web/attendance/attendance-decisions/admin-settle-now.tsx'
import {
  pollQuestions,
  severalPeople,
  statedStay,
} from '#web/attendance/attendance-decisions/answer-panels.ts'
import { AdminAttendanceTools } from '#web/attendance/attendances/admin-attendance-tools.tsx'
import { AdminFetchedNote } from '#web/attendance/attendances/admin-fetched-note.tsx'
import { fetchingWords, sourceLines } from '#web/attendance/attendances/attendance-words.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { shownCount } from '#web/core/texts/counts.ts'
import { Allowed } from '#web/core/ui/allowed.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { PageHeading } from '#web/core/ui/page-heading.tsx'
import { pagePanel } from '#web/core/ui/page-panel.tsx'
import { PageSkeleton } from '#web/core/ui/page-skeleton.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { agendaPanel } from '#web/counting/credit-findings/admin-agenda-button.tsx'
import { AdminAgendaShares } from '#web/counting/credit-findings/admin-agenda-shares.tsx'
import { AdminFindingsList } from '#web/counting/credit-findings/admin-findings-list.tsx'
import { countedWords } from '#web/counting/credit-findings/finding-words.ts'
import { findingDetails } from '#web/counting/credit-findings/registration-finding.ts'
import type { SlotGroups } from '#web/counting/credit-findings/slot-groups.ts'
import { groupsOf } from '#web/counting/credit-findings/slot-groups.ts'
import { AdminReviews, useReviews } from '#web/counting/credit-reviews/admin-reviews.tsx'
import { AdminRecountAlarms } from '#web/counting/recounts/admin-recount-alarms.tsx'
import { NewInspectionLink } from '#web/events/events/new-inspection-link.tsx'
import { ProviderMissing } from '#web/foundation/training-providers/provider-missing.tsx'
import { AdminCreditFound } from '#web/office/bulk-jobs/admin-credit-found.tsx'
import { messagePanel } from '#web/outreach/messages/admin-message.ts'
import { aboutRegistrations } from '#web/outreach/messages/message-about.ts'
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
      <Loaded of={findings} loading={<PageSkeleton />}>
        {(read) => (
          <div className="page">
            <div className="spread">
              <Head findings={read} />
              <div className="row">
                <AdminAutomation eventId={read.eventId} eventName={read.eventName} />
                <NewInspectionLink of="slot" id={eventSlotId} />
                <SmallButton icon={ListChecks} onClick={() => pollQuestions.show({ eventSlotId })}>
                  Poll questions
                </SmallButton>
                <AdminPollCodesButton eventSlotId={eventSlotId} />
                <Allowed to={startMessage}>
                  <SmallButton
                    icon={Send}
                    onClick={() =>
                      messagePanel.show(aboutRegistrations(slotOf(read), { filter: { eventSlotId } }))
                    }
                  >
                    Write to
                  </SmallButton>
                </Allowed>
              </div>
            </div>
            <AdminAutomationQuestions eventId={read.eventId} />
            <AdminRecountAlarms eventSlotId={eventSlotId} />
            <Loaded of={attendance} loading={null}>
              {(attendance) => <Sources eventSlotId={eventSlotId} attendance={attendance} />}
            </Loaded>
            <Hours
              eventSlotId={eventSlotId}
              findings={read}
              hasReport={newest !== undefined}
              isInPerson={attendance.data?.isInPerson}
            />
          </div>
        )}
      </Loaded>
      <findingDetails.Panel />
      <messagePanel.Panel />
      <agendaPanel.Panel />
      <pollCodesPanel.Panel />
      <severalPeople.Panel />
      <pollQuestions.Panel />
      <statedStay.Panel />
    </>
  )
}

function slotOf({ eventName, slot }: SlotFindings): string {
  return `Everyone of ${eventName}, ${shownTimeslot(slot)}`
}

function Head({ findings }: { findings: SlotFindings }) {
  return (
    <div className="tight">
      <div className="row">
        <PageHeading tab="Hours">{`Hours of ${findings.eventName}`}</PageHeading>
        <span className="muted small figures">{shownTimeslot(findings.slot)}</span>
      </div>
      <p className="muted small figures">
        Rule <RuleName name={findings.rule.name} />. <span role="status">{countedWords(findings)}</span>
      </p>
    </div>
  )
}

function RuleName({ name }: { name: string }) {
  if (!can(getCreditRules)) return name
  return (
    <Anchor component={Link} to={paths.hoursFigures()} fz="inherit" underline="always">
      {name}
    </Anchor>
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
      {!isFirst && (
        <ul className="muted small anywhere figures">
          {sourceLines(attendance).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {/* A first report adds all there is. Another one is a reason to read its note again. */}
      {reports.length > 1 && reports.some(({ origin }) => origin === 'platform') && (
        <AdminFetchedNote key={reports[0]?.reportId} eventSlotId={eventSlotId} reports={reports} />
      )}
    </section>
  )
}

interface HoursProps {
  eventSlotId: number
  findings: SlotFindings
  hasReport: boolean
  /** undefined: still loading. */
  isInPerson: boolean | undefined
}

function Hours({ eventSlotId, findings, hasReport, isInPerson }: HoursProps) {
  const groups = groupsOf(findings)
  const reviews = useReviews(eventSlotId)?.filter(({ answer }) => answer === null).length ?? 0
  return (
    <>
      {findings.people.length + findings.waits.length > 0 && (
        <div className="spread">
          <Figures groups={groups} reviews={reviews} />
          <AdminCreditFound eventSlotId={eventSlotId} findings={findings} />
        </div>
      )}
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
    ...(open.length > 0 && { 'with open polls': open.length }),
    'never came': never.length,
    waiting: waiting.length,
    ...(reviews > 0 && { [reviews === 1 ? 'review' : 'reviews']: reviews }),
  }
  return (
    <dl className={`row figures ${styles.figures}`}>
      {Object.entries(figures).map(([label, people]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{shownCount(people)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The panel 'Poll codes'. A page with the button needs one `pollCodesPanel.Panel`. */
const pollCodesPanel = pagePanel<{ eventSlotId: number }>(
  () => import('#web/attendance/poll-codes/admin-poll-codes-panel.tsx'),
)

/** Opens the codes for the event's slides. */
function AdminPollCodesButton({ eventSlotId }: { eventSlotId: number }) {
  return (
    <SmallButton icon={QrCode} onClick={() => pollCodesPanel.show({ eventSlotId })}>
      Poll codes
    </SmallButton>
  )
}

/** Says that an event's credits wait for the training provider; nothing once it is complete. */
function AdminAutomationQuestions({ eventId }: { eventId: number }) {
  const automation = useData(getAutomation, { query: { eventId } })
  const provider = useData(getProvider, {}, { isEnabled: can(getProvider) })
  if (!automation.data || !provider.data || isProviderComplete(provider.data)) return null
  return isCrediting(automation.data.mode) ? (
    <ProviderMissing title="Automatic credits are waiting" />
  ) : (
    <ProviderMissing />
  )
}
