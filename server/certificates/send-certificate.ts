import { randomUUID } from 'node:crypto'
import { certificateLink } from '#contract/certificates.ts'
import { happened } from '#server/activities/activities.ts'
import { writeMail } from '#server/mails/mails.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Work } from '#server/work.ts'
import { certificateMail } from './mails.ts'
import { findNewestIssue } from './queries.ts'

/** Mails the newest certificate to its holder. Refuses with REGISTRATION_NOT_FOUND or CERTIFICATE_MISSING. */
export async function sendCertificate(work: Work, registrationId: number): Promise<void> {
  const { tx, config } = work
  const registration = await tx
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['email', 'firstName', 'certificateCode'])
    .where('registrationId', '=', registrationId)
    .where('cancelledAt', 'is', null)
    .forUpdate('registrations')
    .executeTakeFirst()
  if (!registration) throw new Refusal('REGISTRATION_NOT_FOUND')
  const { email, firstName, certificateCode } = registration
  const newest = await findNewestIssue(tx, registrationId)
  if (!newest || certificateCode === null) throw new Refusal('CERTIFICATE_MISSING')
  const { certificateId, eventName, hours, issue } = newest
  const link = certificateLink(config.publicUrl, certificateCode)
  const mailId = await writeMail(work, {
    cause: `certificate:${certificateId}:${randomUUID()}`,
    registrationId,
    to: email,
    content: certificateMail({ firstName, eventName, hours, link }),
  })
  await tx
    .insertInto('certificateMails')
    .values({ registrationId, certificateId, mailId: mailId as number })
    .execute()
  await happened(work, [{ activity: 'certificate-mailed', registrationId, details: { issue } }])
}
