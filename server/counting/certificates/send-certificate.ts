import { randomUUID } from 'node:crypto'
import { certificateLink } from '#contract/counting/certificates/calls.ts'
import { areOtherDays } from '#contract/events/slots/hours-by-day.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { makeEvaluationLink } from '#server/events/event-questions/event-question-evaluations.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { writeMail } from '#server/foundation/mails/mails.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import { findStandingCredit } from '#server/ledger/credits/queries.ts'
import type { Work } from '#server/work.ts'
import { issueCertificate } from './certificates.ts'
import { certificateMail, correctedMail } from './mails.ts'
import { findNewestIssue, findTold, lockHolder } from './queries.ts'

interface Sending {
  /** One occasion emails the same certificate once. */
  once?: string
  /** Shown in the email history. */
  notes?: string
}

/**
 * Emails the standing credit's certificate to its holder, issuing it first if its words changed. If an earlier email had
 * other hours or days, calls it a correction. Returns the mail's id, or undefined if that occasion has
 * emailed it. Refuses with REGISTRATION_NOT_FOUND or CERTIFICATE_MISSING, or as `issueCertificate` does.
 */
export async function sendCertificate(
  work: Work,
  registrationId: number,
  { once = randomUUID(), notes = '' }: Sending = {},
): Promise<number | undefined> {
  const { tx, config } = work
  const holder = await lockHolder(tx, registrationId)
  if (!holder || holder.cancelledAt) throw new Refusal('REGISTRATION_NOT_FOUND')
  const { certificateId, code, eventName, hours, byDay, issue, serial } = await getDueIssue(
    work,
    registrationId,
  )
  const told = await findTold(tx, registrationId)
  const link = certificateLink(config.publicUrl, code)
  const sender = await findSender(work)
  const facts = { firstName: holder.firstName, eventName, hours, byDay, serial, link, sender }
  const isOther = told && (told.hours !== hours || areOtherDays(told.byDay, byDay))
  const evaluation = isOther ? undefined : await makeEvaluationLink(work, registrationId)
  const mailId = await writeMail(work, {
    cause: `certificate:${certificateId}:${once}`,
    registrationId,
    to: holder.email,
    content: isOther ? correctedMail(facts, told.hours) : certificateMail(facts, evaluation),
  })
  if (mailId === undefined) return undefined
  await tx.insertInto('certificateMails').values({ registrationId, certificateId, mailId, notes }).execute()
  await happened(work, [{ activity: 'certificate-mailed', registrationId, details: { issue } }])
  return mailId
}

/** Returns the issue of the standing credit: its job may not have run yet, or the name was corrected since. */
async function getDueIssue(work: Work, registrationId: number) {
  const credit = await findStandingCredit(work.tx, registrationId)
  if (!credit?.hours) throw new Refusal('CERTIFICATE_MISSING')
  await issueCertificate(work, registrationId)
  const issue = await findNewestIssue(work.tx, registrationId)
  if (!issue) throw new Refusal('CERTIFICATE_MISSING')
  return issue
}
