import { Anchor, Badge, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { getAccountAttendances } from '#contract/attendance/attendances/calls.ts'
import { paths } from '#contract/core/paths.ts'
import { shownDate } from '#contract/core/plain-dates.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import { shownDayHours } from '#contract/events/slots/hours-by-day.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { getMail, mailStatusLabels } from '#contract/foundation/mails/calls.ts'
import type { Account } from '#contract/office/accounts/records.ts'
import { shownMinutes, shownStay } from '#web/attendance/attendances/attendance-words.ts'
import { useData } from '#web/core/api/data.tsx'
import { can } from '#web/core/session/can.ts'
import { shownInstant } from '#web/core/texts/instants.ts'
import { Loaded } from '#web/core/ui/loaded.tsx'
import { RecordTable } from '#web/core/ui/record-table.tsx'
import { TextLink } from '#web/core/ui/text-link.tsx'
import { HoursWhy } from '#web/counting/credit-findings/hours-why.tsx'
import { RestoreRegistration } from '#web/foundation/activities/restore-registration.tsx'
import { MailSubject } from '#web/foundation/mails/admin-mail.tsx'
import { AdminAccountSection, AdminAccountTable } from './admin-account-section.tsx'

export function AdminAccountRegistrations({
  name,
  email,
  registrations,
}: { name: string; email: string } & Pick<Account, 'registrations'>) {
  return (
    <AdminAccountTable
      id="registrations"
      action={
        registrations.some(({ canceledAt }) => canceledAt === null) && (
          <TextLink to={paths.allRegistrations()} search={{ year: 'All', search: email }}>
            Change in All Registrations
          </TextLink>
        )
      }
      rows={registrations}
      rowId="registrationId"
      isOver={({ canceledAt }) => canceledAt !== null}
      empty="Not registered for anything yet."
      columns={{
        Event: ({ eventName }) => eventName,
        'Time slot': shownTimeslot,
        Registered: ({ registeredAt }) => shownInstant(registeredAt),
        Hours: ({ byDay, creditHours, ...row }) => (
          <Hours byDay={byDay}>
            <HoursWhy {...row} name={name} of={creditHours} />
          </Hours>
        ),
        Status: registrationStatus,
      }}
    />
  )
}

/** The person's answers at registration. */
export function AdminAccountAnswers({ answers }: Pick<Account, 'answers'>) {
  if (answers.length === 0) return null
  return (
    <ul className="card pad lines" aria-label="Answers at registration">
      {answers.map(({ registrationId, eventName, wording, answer }) => (
        <li key={`${registrationId} ${wording}`} className="row">
          <strong className="anywhere">{answer}</strong>
          <span className="muted small anywhere">
            {wording}, {eventName}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The person's waitlists. */
export function AdminAccountPlaces({ waits }: Pick<Account, 'waits'>) {
  if (waits.length === 0) return null
  return (
    <ul className="card pad lines" aria-label="Waitlists">
      {waits.map((wait) => (
        <li key={wait.eventSlotId} className="row">
          <strong className="anywhere">{wait.eventName}</strong>
          <span className="muted small figures">{shownTimeslot(wait)}</span>
          <TextLink to={paths.waitlists()} fz="inherit">
            {wait.offeredUntil
              ? `A seat is offered until ${shownInstant(wait.offeredUntil)}`
              : `#${wait.place} on the waitlist`}
          </TextLink>
        </li>
      ))}
    </ul>
  )
}

function registrationStatus(registration: Account['registrations'][number]) {
  const { registrationId, eventName, canceledAt, certificateLink, isRestorable } = registration
  if (canceledAt !== null) {
    return (
      <div>
        <div>Canceled {shownInstant(canceledAt)}</div>
        {isRestorable && <RestoreRegistration registrationId={registrationId} which={`for ${eventName}`} />}
      </div>
    )
  }
  return certificateLink === null ? (
    <Badge>Registered</Badge>
  ) : (
    <CertificateLink href={certificateLink}>Certificate</CertificateLink>
  )
}

function CertificateLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" fz="inherit">
      {children}
    </Anchor>
  )
}

/** Hours with their days, if known. */
function Hours({ children, byDay }: { children: ReactNode; byDay: readonly DayHours[] | null }) {
  return (
    <div>
      {children}
      {shownDayHours(byDay ?? []).map((day) => (
        <div key={day} className="muted small figures">
          {day}
        </div>
      ))}
    </div>
  )
}

/** Each registration's reported attendance. */
export function AdminAccountAttendances({ userId }: { userId: string }) {
  const read = useData(getAccountAttendances, { query: { userId } })
  return (
    <AdminAccountSection id="attendances">
      <Loaded of={read} loading={<Skeleton height={60} />}>
        {({ attendances }) => (
          <RecordTable
            label="Attendance"
            rows={attendances}
            rowId={({ registrationId, eventSlotId }) => `${registrationId} ${eventSlotId}`}
            empty="No attendance reported yet."
            columns={{
              Event: ({ eventName }) => eventName,
              'Time slot': (attendance) => (
                <TextLink to={paths.attendance(attendance)} fz="inherit">
                  {shownTimeslot(attendance)}
                </TextLink>
              ),
              'Time attended': ({ minutes, visits }) =>
                visits.length === 0 ? 'No-show' : shownMinutes(minutes),
              Visits: ({ visits }) =>
                visits.map((visit) => <div key={visit.joinedAt.getTime()}>{shownStay(visit)}</div>),
              Answers: ({ answers }) => (answers.length === 0 ? '' : answers.length),
            }}
          />
        )}
      </Loaded>
    </AdminAccountSection>
  )
}

const sources = { administrator: 'An administrator', csv: 'Upload', attendance: 'Attendance' } as const

/** Credited hours, newest first. */
export function AdminAccountCredits({ credits }: Pick<Account, 'credits'>) {
  return (
    <AdminAccountTable
      id="credits"
      rows={credits}
      rowId={({ decidedAt, eventName }) => `${decidedAt.getTime()} ${eventName}`}
      isOver={({ isStanding }) => !isStanding}
      empty="No hours credited yet."
      columns={{
        Event: ({ eventName }) => eventName,
        Hours: (credit) => <Hours byDay={credit.byDay}>{shownCredit(credit)}</Hours>,
        From: ({ source }) => sources[source],
        Reason: ({ reason }) => reason,
        Decided: ({ decidedAt, decidedBy }) => `${shownInstant(decidedAt)}${decidedBy && `, ${decidedBy}`}`,
      }}
    />
  )
}

function shownCredit({ act, hours }: Account['credits'][number]) {
  if (act === 'release') return `${hours}, back to automatic hours`
  return hours === 0 ? '0, withdrawn' : String(hours)
}

const states = { stands: 'Valid', replaced: 'Replaced by a newer one', withdrawn: 'Withdrawn' } as const

/** All certificates, including invalid ones. */
export function AdminAccountCertificates({ certificates }: Pick<Account, 'certificates'>) {
  return (
    <AdminAccountTable
      id="certificates"
      rows={certificates}
      rowId="serial"
      isOver={({ state }) => state !== 'stands'}
      empty="No certificate issued yet."
      columns={{
        'Certificate number': ({ serial, state, link }) =>
          state === 'stands' ? <CertificateLink href={link}>{serial}</CertificateLink> : serial,
        Event: ({ eventName }) => eventName,
        Hours: ({ hours, byDay }) => <Hours byDay={byDay}>{hours}</Hours>,
        Issued: ({ issuedAt }) => shownInstant(issuedAt),
        Status: ({ state }) => states[state],
      }}
    />
  )
}

/** Certificates that other training providers issued, as recorded here. */
export function AdminAccountEarlierCertificates({
  earlierCertificates,
}: Pick<Account, 'earlierCertificates'>) {
  if (earlierCertificates.length === 0) return null
  return (
    <AdminAccountTable
      id="earlierCertificates"
      rows={earlierCertificates}
      rowId={({ number, issuer }) => `${number} ${issuer}`}
      columns={{
        'Certificate number': ({ number }) => number,
        'Issued by': ({ issuer }) => issuer,
        Course: ({ title }) => title,
        Days: ({ days }) => days.map(shownDate).join(', '),
        Hours: ({ hours, isCounted }) =>
          isCounted ? hours : `${hours} (not counted: one of its days already counts)`,
        Recorded: ({ recordedAt, recordedBy }) =>
          `${shownInstant(recordedAt)}${recordedBy && `, ${recordedBy}`}`,
      }}
    />
  )
}

/** Emails to the person, and emails about their registrations. */
export function AdminAccountMails({ mails }: Pick<Account, 'mails'>) {
  return (
    <AdminAccountTable
      id="mails"
      rows={mails}
      rowId="mailId"
      empty="No email yet."
      columns={{
        Subject: (mail) => (can(getMail) ? <MailSubject mail={mail} /> : mail.subject),
        To: ({ toAddress }) => toAddress,
        Status: ({ status }) => mailStatusLabels[status],
        When: ({ sentAt, createdAt }) => shownInstant(sentAt ?? createdAt),
      }}
    />
  )
}
