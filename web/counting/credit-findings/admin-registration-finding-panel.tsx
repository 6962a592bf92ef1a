import { Skeleton, Text } from '@mantine/core'
import { decideAttendance } from '#contract/attendance/attendance-decisions/calls.ts'
import { ended } from '#contract/core/names.ts'
import { paths } from '#contract/core/paths.ts'
import type {
  CountedPerson,
  RegistrationFinding,
  SlotFindings,
} from '#contract/counting/credit-findings/calls.ts'
import { getRegistrationFinding, getSlotFindings } from '#contract/counting/credit-findings/calls.ts'
import { shownHours } from '#contract/events/events/facts.ts'
import { shownByDay } from '#contract/events/slots/hours-by-day.ts'
import { releaseHours } from '#contract/ledger/credits/calls.ts'
import type { LedgerRow } from '#contract/ledger/credits/standing-credit.ts'
import { standingCredit } from '#contract/ledger/credits/standing-credit.ts'
import { severalPeople } from '#web/attendance/attendance-decisions/answer-panels.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { counted } from '#web/core/texts/counts.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import type { DialogProps } from '#web/core/ui/later.tsx'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { Sentences } from '#web/core/ui/sentences.tsx'
import { PanelSection, SidePanel } from '#web/core/ui/side-panel.tsx'
import { SmallButton } from '#web/core/ui/small-button.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { AdminCertificateCell } from '#web/counting/certificates/admin-certificate-cell.tsx'
import { AdminReviewSection } from '#web/counting/credit-reviews/admin-review-section.tsx'
import { useReviews } from '#web/counting/credit-reviews/admin-reviews.tsx'
import { ActivityHistory } from '#web/foundation/activities/activity-history.tsx'
import { useRegistrationActions } from '#web/registrations/registrations/registration-actions.ts'
import styles from './admin-registration-finding-panel.module.css'
import { AdminSlotHours } from './admin-slot-hours.tsx'
import { DayTimelineDrawing, TimelineLegend } from './day-timeline.tsx'
import {
  answerWords,
  creditedBy,
  ledgerWords,
  matchWords,
  nextWords,
  noteTexts,
  takenBackWords,
  visitWords,
} from './finding-words.ts'
import { HourBoxes } from './hour-boxes.tsx'
import { HoursNow } from './hours-now.tsx'
import { reasonsOf } from './reasons.ts'
import { dayStartsOf } from './slot-groups.ts'
import { timelinesOf } from './timeline.ts'

interface Props extends DialogProps {
  eventSlotId: number
  registrationId: number
  /** The person's name, where it is known. */
  name?: string
}

/** Explains a registration's hours: the reasons, the visits over the hours, and the ledger. */
export default function AdminRegistrationFindingPanel({
  eventSlotId,
  registrationId,
  name: given = '',
  ...panel
}: Props) {
  const slot = useData(getSlotFindings, { query: { eventSlotId } })
  const found = useData(getRegistrationFinding, { query: { eventSlotId, registrationId } })
  const reviews = (useReviews(eventSlotId) ?? []).filter((each) => each.registrationId === registrationId)
  const person = slot.data?.people.find((each) => each.registrationId === registrationId)
  const { name = given, email = '' } = person ?? reviews[0] ?? {}
  return (
    <SidePanel {...panel} title={name || 'Unknown person'} about={email} size={680}>
      <div className="stack pad">
        <AdminReviewSection reviews={reviews} />
        {slot.data && !person ? (
          <>
            <Text>They are not counted at this time slot.</Text>
            <PanelSection title="History">
              <ActivityHistory
                filter={{ registrationId }}
                isOfOne
                loading={<Skeleton height={120} role="status" aria-label="Loading" />}
              />
            </PanelSection>
          </>
        ) : (
          <Loaded of={found} loading={<Skeleton height={320} role="status" aria-label="Loading" />}>
            {(finding) =>
              slot.data &&
              person && (
                <>
                  <Standing slot={slot.data} person={person} found={finding} />
                  <Why eventSlotId={eventSlotId} slot={slot.data} found={finding} />
                  <AdminSlotHours eventSlotId={eventSlotId} found={finding} />
                  <Evidence eventSlotId={eventSlotId} slot={slot.data} person={person} found={finding} />
                  <Ledger found={finding} />
                </>
              )
            }
          </Loaded>
        )}
      </div>
    </SidePanel>
  )
}

interface OfPerson {
  slot: SlotFindings
  person: CountedPerson
  found: RegistrationFinding
}

function Standing({ slot: { eventName, slot, creditHours, agenda }, person, found }: OfPerson) {
  const { registrationId, userId, name, email, hours, isDecided, version, note, next } = person
  const actions = useRegistrationActions()
  const ruleHours = found.ledger.findLast(({ act, source }) => act === 'set' && source === 'attendance')
  const inDays = shownByDay(standingCredit(found.ledger as LedgerRow[])?.byDay ?? [])
  const registration = {
    registrationId,
    version,
    eventName,
    ...slot,
    hours,
    creditHours,
    certificateLink: found.certificateLink,
    ruleHours: isDecided ? (ruleHours?.hours ?? 0) : null,
  }
  return (
    <div className="tight">
      <div className="spread figures">
        <div className="row">
          <HourBoxes codes={person.codes} dayStarts={dayStartsOf(agenda)} />
          <HoursNow person={person} />
        </div>
        <TextLink to={paths.account({ userId })} fz="sm">
          Account
        </TextLink>
      </div>
      <p className="small muted">
        {hours > 0 || isDecided
          ? `${shownHours(hours)} credited, ${creditedBy(person)}.`
          : 'No hours credited.'}{' '}
        {[note && noteTexts[note], nextWords(person)].map((words) => words && ended(words)).join(' ')}
      </p>
      {inDays && <p className="small figures">{inDays}</p>}
      {found.takenBack && <p className="small">{takenBackWords(found.takenBack)}</p>}
      <div className="row">
        <AdminCertificateCell name={name || email} registration={registration} />
        {(found.takenBack || next === 'taken-back') && !isDecided && (
          <SmallButton
            needs={releaseHours}
            onClick={() => void actions.giveBack({ ...registration, userName: name, email })}
          >
            Use automatic hours
          </SmallButton>
        )}
        {isDecided && (
          <SmallButton
            needs={releaseHours}
            onClick={() => void actions.release({ ...registration, userName: name, email })}
          >
            Use automatic hours
          </SmallButton>
        )}
      </div>
    </div>
  )
}

function Why({ eventSlotId, slot, found }: Pick<OfPerson, 'slot' | 'found'> & { eventSlotId: number }) {
  const { leading, fine } = reasonsOf(found.finding, found.sentences)
  return (
    <PanelSection title="Why">
      <p className="small muted">By rule {found.rule}</p>
      <Sentences className="tight" of={leading} />
      {fine.length > 0 && (
        <details className="small">
          <summary>
            {counted(fine.length, leading.length > 1 ? 'other hour' : 'hour')}{' '}
            {fine.length === 1 ? 'is' : 'are'} fine
          </summary>
          <Sentences className="tight" of={fine} />
        </details>
      )}
      <div className={styles.days}>
        {timelinesOf(slot.agenda, found, eventSlotId).map((day) => (
          <DayTimelineDrawing key={day.on} day={day} />
        ))}
        <TimelineLegend />
      </div>
    </PanelSection>
  )
}

function Evidence({
  eventSlotId,
  slot,
  person,
  found: { visits, answers, openings, subjects },
}: OfPerson & { eventSlotId: number }) {
  return (
    <>
      <List title="Visits" none="None." lines={visits.map(visitWords)} />
      <List title="Poll answers" none="None." lines={answers.map(answerWords)} />
      <List title="Join link opened" none="Never." lines={openings.map(shownInstant)} />
      <List title="Matched rows" none="None." lines={subjects.map(matchWords)} />
      {can(decideAttendance) && (
        <div className="row">
          {subjects.map(({ subject, name }) => (
            <SmallButton
              key={subject}
              onClick={() =>
                severalPeople.show({
                  of: { ...slot, eventSlotId },
                  subjects: [subject],
                  who: name || person.name,
                  candidates: [person],
                })
              }
            >
              Shared computer{subjects.length > 1 && `: ${name || 'without a name'}`}
            </SmallButton>
          ))}
        </div>
      )}
    </>
  )
}

function Ledger({ found }: Pick<OfPerson, 'found'>) {
  return <List title="Credits" none="None yet." lines={found.ledger.map(ledgerWords)} />
}

function List({ title, none, lines }: { title: string; none: string; lines: string[] }) {
  return (
    <PanelSection title={title}>
      {lines.length === 0 ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <ul className="tight small anywhere figures">
          {lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may say the same
            <li key={place}>{line}</li>
          ))}
        </ul>
      )}
    </PanelSection>
  )
}
