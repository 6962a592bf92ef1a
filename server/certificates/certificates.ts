import { randomBytes } from 'node:crypto'
import { certificateLink } from '#contract/certificates/calls.ts'
import { happened } from '#server/activities/activities.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { findStandingCredit } from '#server/credits/queries.ts'
import { getProviderId, hasCompleteProvider } from '#server/training-providers/queries.ts'
import type { Work } from '#server/work.ts'
import { findNewestIssue } from './queries.ts'
import { signCertificate } from './sign-certificate.ts'

/**
 * Issues a registration's certificate from its standing credit and returns its link, which all issues share.
 * Issues nothing if the newest issue says the same, or after a withdrawal. Another training provider or course
 * number causes a new issue only on a person's request: an issued certificate keeps what it says about them. Refuses
 * with REGISTRATION_NOT_FOUND, and a first issue with PROVIDER_INCOMPLETE before the training provider is complete.
 */
export async function issueCertificate(
  work: Work,
  registrationId: number,
  { isAskedFor = false } = {},
): Promise<string> {
  const { tx, clock, config } = work
  const says = await lockContent(work, registrationId)
  const credit = await findStandingCredit(tx, registrationId)
  const newest = await findNewestIssue(tx, registrationId)
  const hours = credit?.hours ?? 0
  const code = newest?.code ?? randomBytes(16).toString('base64url')
  const isStanding = newest !== undefined && newest.creditId === credit?.creditId
  const isSaid = isStanding && saysTheSame(newest, { ...says, hours }, isAskedFor)
  if (credit && hours > 0 && !isSaid) {
    if (!newest && !(await hasCompleteProvider(tx))) throw new Refusal('PROVIDER_INCOMPLETE')
    const issue = (newest?.issue ?? 0) + 1
    const issuedBy = work.actingUserId ?? credit.decidedBy
    const { certificateId } = await tx
      .insertInto('certificates')
      .values({
        ...says,
        hours,
        registrationId,
        creditId: credit.creditId,
        code,
        issue,
        serial: serialOf(says.startOn, registrationId, issue),
        issuedBy,
        issuedAt: clock(),
      })
      .returning('certificateId')
      .executeTakeFirstOrThrow()
    await signCertificate(work, certificateId)
    await happened(work, [
      { activity: 'certificate-issued', registrationId, actedBy: issuedBy, details: { issue, hours } },
    ])
  }
  return certificateLink(config.publicUrl, code)
}

/** Returns the words of this registration's certificate, and locks the registration until the transaction ends. */
async function lockContent({ tx }: Work, registrationId: number) {
  const row = await tx
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .innerJoin('events', 'events.eventId', 'registrations.eventId')
    .innerJoin('eventSlots', 'eventSlots.eventSlotId', 'registrations.eventSlotId')
    .select(['firstName', 'lastName', 'eventName', 'focusId', 'isInPerson', 'startOn', 'endOn'])
    .select('courseNumber')
    .where('registrationId', '=', registrationId)
    .where('cancelledAt', 'is', null)
    .forNoKeyUpdate('registrations')
    .executeTakeFirst()
  if (!row) throw new Refusal('REGISTRATION_NOT_FOUND')
  const { firstName, lastName, ...says } = row
  return { ...says, personName: `${firstName} ${lastName}`.trim(), providerId: await getProviderId(tx) }
}

type Says = Awaited<ReturnType<typeof lockContent>> & { hours: number }

const facts = ['personName', 'eventName', 'focusId', 'isInPerson', 'startOn', 'endOn', 'hours'] as const
const settings = ['providerId', 'courseNumber'] as const

function saysTheSame(a: Says, b: Says, withSettings: boolean): boolean {
  const parts = withSettings ? [...facts, ...settings] : facts
  return parts.every((part) => a[part] === b[part])
}

/** Returns 'IA2027-000042', and 'IA2027-000042-2' for a second issue. */
function serialOf(startOn: string, registrationId: number, issue: number): string {
  const serial = `IA${startOn.slice(0, 4)}-${String(registrationId).padStart(6, '0')}`
  return issue === 1 ? serial : `${serial}-${issue}`
}
