import { randomBytes, randomUUID } from 'node:crypto'
import { certificateLink, issueRefusal } from '#contract/certificates.ts'
import { writeMail } from '#server/mails/mails.ts'
import { Refusal, refuse } from '#server/platform/http/refusal.ts'
import type { Services, Tx } from '#server/services.ts'
import { certificateMail } from './mails.ts'

/**
 * Credits hours and issues the certificate of a registration; gives its link. What would say the same as the newest
 * issue is not issued again. Refuses with HOURS_ZERO or REGISTRATION_NOT_FOUND.
 */
export async function issueCertificate(
  services: Services,
  registrationId: number,
  hours: number,
  issuedBy: string,
): Promise<string> {
  refuse(issueRefusal(hours))
  return services.db.transaction().execute(async (tx) => {
    const { certificate_code, ...says } = await lockRegistration(tx, registrationId)
    const newest = await findNewest(tx, registrationId)
    const code = certificate_code ?? randomBytes(16).toString('base64url')
    if (newest && saysTheSame(newest, { ...says, hours }))
      return certificateLink(services.config.publicUrl, code)
    const issue = (newest?.issue ?? 0) + 1
    await tx
      .insertInto('certificates')
      .values({
        ...says,
        hours,
        registration_id: registrationId,
        issue,
        serial: serialOf(says.start_on, registrationId, issue),
        issued_by: issuedBy,
        issued_at: services.clock(),
      })
      .execute()
    await tx
      .updateTable('registrations')
      .set({ hours, certificate_code: code })
      .where('registration_id', '=', registrationId)
      .execute()
    await recordActivity(tx, registrationId, 'certificate-issued', issuedBy, {
      issue,
      hours,
      before: newest?.hours ?? 0,
    })
    return certificateLink(services.config.publicUrl, code)
  })
}

/** Mails the newest certificate to its holder. Refuses with REGISTRATION_NOT_FOUND or CERTIFICATE_MISSING. */
export async function sendCertificate(
  services: Services,
  registrationId: number,
  sentBy: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { certificate_code } = await lockRegistration(tx, registrationId)
    const newest = await findNewest(tx, registrationId)
    if (!newest || certificate_code === null) throw new Refusal('CERTIFICATE_MISSING')
    const { email, first_name } = await tx
      .selectFrom('users')
      .innerJoin('registrations', 'registrations.user_id', 'users.user_id')
      .select(['email', 'first_name'])
      .where('registration_id', '=', registrationId)
      .executeTakeFirstOrThrow()
    const link = certificateLink(services.config.publicUrl, certificate_code)
    const mail_id = await writeMail(tx, services, {
      cause: `certificate:${newest.certificate_id}:${randomUUID()}`,
      to: email,
      content: certificateMail({
        firstName: first_name,
        eventName: newest.event_name,
        hours: newest.hours,
        link,
      }),
    })
    await tx
      .insertInto('certificate_mails')
      .values({
        registration_id: registrationId,
        certificate_id: newest.certificate_id,
        mail_id: mail_id as number,
      })
      .execute()
    await recordActivity(tx, registrationId, 'certificate-mailed', sentBy, { issue: newest.issue })
  })
}

/** What a certificate of this registration would say, locked until the transaction ends. */
async function lockRegistration(tx: Tx, registrationId: number) {
  const row = await tx
    .selectFrom('registrations')
    .innerJoin('users', 'users.user_id', 'registrations.user_id')
    .innerJoin('events', 'events.event_id', 'registrations.event_id')
    .innerJoin('event_slots', 'event_slots.event_slot_id', 'registrations.event_slot_id')
    .select(['first_name', 'last_name', 'event_name', 'focus_id', 'start_on', 'end_on', 'certificate_code'])
    .where('registration_id', '=', registrationId)
    .where('cancelled_at', 'is', null)
    .forUpdate('registrations')
    .executeTakeFirst()
  if (!row) throw new Refusal('REGISTRATION_NOT_FOUND')
  const { first_name, last_name, ...says } = row
  return { ...says, person_name: `${first_name} ${last_name}`.trim() }
}

type Says = {
  person_name: string
  event_name: string
  focus_id: number
  start_on: string
  end_on: string
  hours: number
}

function saysTheSame(a: Says, b: Says): boolean {
  const parts = ['person_name', 'event_name', 'focus_id', 'start_on', 'end_on', 'hours'] as const
  return parts.every((part) => a[part] === b[part])
}

function findNewest(tx: Tx, registrationId: number) {
  return tx
    .selectFrom('certificates')
    .selectAll()
    .where('registration_id', '=', registrationId)
    .orderBy('issue', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** 'IA2027-000042', and 'IA2027-000042-2' for a second issue. */
function serialOf(startOn: string, registrationId: number, issue: number): string {
  const serial = `IA${startOn.slice(0, 4)}-${String(registrationId).padStart(6, '0')}`
  return issue === 1 ? serial : `${serial}-${issue}`
}

async function recordActivity(
  tx: Tx,
  registration_id: number,
  activity: 'certificate-issued' | 'certificate-mailed',
  user_id: string,
  details: object,
): Promise<void> {
  await tx
    .insertInto('registration_activities')
    .values({ registration_id, activity, user_id, details: JSON.stringify(details) })
    .execute()
}
