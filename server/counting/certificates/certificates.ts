import { randomBytes } from 'node:crypto'
import { lettersWithoutGlyph } from '@portal/typesetting/prepared-text'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { seasonOfDay } from '#contract/core/season.ts'
import { certificateLink } from '#contract/counting/certificates/calls.ts'
import type { DayHours } from '#contract/events/slots/hours-by-day.ts'
import { writtenByDay } from '#contract/events/slots/hours-by-day.ts'
import { Refusal, refusing } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { getProviderId, hasCompleteProvider } from '#server/foundation/training-providers/queries.ts'
import { findStandingCredit } from '#server/ledger/credits/queries.ts'
import { nameOnCertificates } from '#server/people/users/user-printed-names.ts'
import { keepCertificateCode } from '#server/registrations/registrations/registration-certificate.ts'
import type { Work } from '#server/work.ts'
import { findNewestIssue } from './queries.ts'
import { signCertificate } from './sign-certificate.ts'

/**
 * Issues a registration's certificate from its standing credit and returns its link, which all issues share.
 * Issues nothing if the newest issue says the same, or after a withdrawal. Another training provider or
 * course number causes an issue only at a person's request: issued certificates keep theirs. A later issue
 * keeps its name if the new one has a letter without a font. Refuses with REGISTRATION_NOT_FOUND, and a first
 * issue with NAME_NOT_PRINTABLE, or without a complete training provider with PROVIDER_INCOMPLETE.
 */
export async function issueCertificate(
  work: Work,
  registrationId: number,
  { isAskedFor = false } = {},
): Promise<string> {
  const { tx, clock, config } = work
  const { certificateCode, ...content } = await lockContent(work, registrationId)
  const credit = await findStandingCredit(tx, registrationId)
  const newest = await findNewestIssue(tx, registrationId)
  const hours = credit?.hours ?? 0
  const isOtherName = newest?.personName !== content.personName
  const isPrintable = !isOtherName || (await lettersWithoutGlyph(content.personName)).length === 0
  // An issued certificate never waits for a name: wrong hours would stay valid.
  const personName = isPrintable || !newest ? content.personName : newest.personName
  const says = { ...content, ...daysOf(credit?.byDay, content), hours, personName }
  const code = newest?.code ?? randomBytes(16).toString('base64url')
  // A withdrawal removes the code. After a return to automatic hours, the earlier credit stands again, but
  // without a code.
  const isStanding = certificateCode !== null && newest?.creditId === credit?.creditId
  const isSaid = newest !== undefined && isStanding && saysTheSame(newest, says, isAskedFor)
  if (credit && hours > 0 && !isSaid) {
    if (!newest && !(await hasCompleteProvider(tx))) throw new Refusal('PROVIDER_INCOMPLETE')
    if (!newest && !isPrintable) throw new Refusal('NAME_NOT_PRINTABLE')
    const issue = (newest?.issue ?? 0) + 1
    const issuedBy = work.actingUserId ?? credit.decidedBy
    const { certificateId } = await tx
      .insertInto('certificates')
      .values({
        ...says,
        byDay: says.byDay && JSON.stringify(says.byDay),
        registrationId,
        creditId: credit.creditId,
        code,
        issue,
        serial: serialOf(says.endOn, registrationId, issue),
        issuedBy,
        issuedAt: clock(),
      })
      .returning('certificateId')
      .executeTakeFirstOrThrow()
    await keepCertificateCode(work, registrationId, code)
    await signCertificate(work, certificateId)
    await happened(work, [
      { activity: 'certificate-issued', registrationId, actedBy: issuedBy, details: { issue, hours } },
    ])
  }
  return certificateLink(config.publicUrl, code)
}

/** Returns the words of a registration's certificate. Locks the registration until the transaction ends. */
async function lockContent({ tx }: Work, registrationId: number) {
  const row = await tx
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .select([
      'firstName',
      'lastName',
      'printedName',
      'eventName',
      'focusId',
      'isInPerson',
      'startOn',
      'endOn',
      'certificateCode',
    ])
    .select('courseNumber')
    .where('registrationId', '=', registrationId)
    .where('cancelledAt', 'is', null)
    .forNoKeyUpdate('registrations')
    .executeTakeFirstOrThrow(refusing('REGISTRATION_NOT_FOUND'))
  const { firstName, lastName, printedName, ...says } = row
  const personName = nameOnCertificates({ firstName, lastName, printedName })
  return { ...says, personName, providerId: await getProviderId(tx) }
}

interface Days {
  startOn: PlainDate
  endOn: PlainDate
  byDay: DayHours[] | null
}

/**
 * Returns the days of the hours, with the first and the last one; the slot's for a credit from before days
 * were stored.
 */
function daysOf(byDay: DayHours[] | null | undefined, slot: Pick<Days, 'startOn' | 'endOn'>): Days {
  const [first, last] = [byDay?.at(0), byDay?.at(-1)]
  if (!byDay || !first || !last) return { startOn: slot.startOn, endOn: slot.endOn, byDay: null }
  return { startOn: first.on, endOn: last.on, byDay }
}

type Says = Omit<Awaited<ReturnType<typeof lockContent>>, 'certificateCode'> & Days & { hours: number }

const facts = ['personName', 'eventName', 'focusId', 'isInPerson', 'startOn', 'endOn', 'hours'] as const
const settings = ['providerId', 'courseNumber'] as const

function saysTheSame(a: Says, b: Says, withSettings: boolean) {
  const parts = withSettings ? [...facts, ...settings] : facts
  const areSameDays = writtenByDay(a.byDay ?? []) === writtenByDay(b.byDay ?? [])
  return areSameDays && parts.every((part) => a[part] === b[part])
}

/** Returns 'IA2027-000042', with the renewal year of the last day with hours; 'IA2027-000042-2' for a second issue. */
function serialOf(lastOn: PlainDate, registrationId: number, issue: number) {
  const serial = `IA${seasonOfDay(lastOn)}-${String(registrationId).padStart(6, '0')}`
  return issue === 1 ? serial : `${serial}-${issue}`
}

/** Adds the jobs that issue certificates that waited for the training provider. */
export async function issueWaiting({ tx, addJobs }: Work) {
  const waiting = await tx
    .selectFrom('registrations')
    .select('registrationId')
    .where('hours', '>', 0)
    .where('certificateCode', 'is', null)
    .where('cancelledAt', 'is', null)
    .execute()
  await addJobs('issue-certificate', waiting)
}
