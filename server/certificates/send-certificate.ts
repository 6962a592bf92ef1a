import { randomUUID } from 'node:crypto'
import { certificateLink } from '#contract/certificates.ts'
import { happened } from '#server/activities/activities.ts'
import { writeMail } from '#server/mails/mails.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { findSender } from '#server/providers/queries.ts'
import type { Work } from '#server/work.ts'
import { certificateMail } from './mails.ts'
import { findNewestIssue } from './queries.ts'

interface Sending {
  /** The same occasion mails the same certificate once. */
  once?: string
  /** Shown in the email history. */
  notes?: string
}

/**
 * Mails the newest certificate to its holder. Gives the id of the mail, undefined where that occasion has mailed it before. Refuses
 * with REGISTRATION_NOT_FOUND or CERTIFICATE_MISSING.
 */
export async function sendCertificate(
  work: Work,
  registrationId: number,
  { once = randomUUID(), notes = '' }: Sending = {},
): Promise<number | undefined> {
  const { tx, config } = work
  const registration = await tx
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['email', 'firstName', 'certificateCode'])
    .where('registrationId', '=', registrationId)
    .where('cancelledAt', 'is', null)
    .forNoKeyUpdate('registrations')
    .executeTakeFirst()
  if (!registration) throw new Refusal('REGISTRATION_NOT_FOUND')
  const { email, firstName, certificateCode } = registration
  const newest = await findNewestIssue(tx, registrationId)
  if (!newest || certificateCode === null) throw new Refusal('CERTIFICATE_MISSING')
  const { certificateId, eventName, hours, issue } = newest
  const link = certificateLink(config.publicUrl, certificateCode)
  const mailId = await writeMail(work, {
    cause: `certificate:${certificateId}:${once}`,
    registrationId,
    to: email,
    content: certificateMail({ firstName, eventName, hours, link, sender: await findSender(work) }),
  })
  if (mailId === undefined) return undefined
  await tx.insertInto('certificateMails').values({ registrationId, certificateId, mailId, notes }).execute()
  await happened(work, [{ activity: 'certificate-mailed', registrationId, details: { issue } }])
  return mailId
}
