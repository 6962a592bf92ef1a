import { certificateLink } from '#contract/counting/certificates/calls.ts'
import { areOtherDays } from '#contract/events/slots/hours-by-day.ts'
import { writeMail } from '#server/foundation/mails/mails.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import type { Jobs } from '#server/jobs.ts'
import { findNewestDecision, findStandingCredit } from '#server/ledger/credits/queries.ts'
import type { Db } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { withdrawnMail } from './mails.ts'
import { findTold, lockHolder } from './queries.ts'
import { sendCertificate } from './send-certificate.ts'

/** The seconds in which an administrator can change a correction before the person gets an email. */
const secondThoughtSeconds = 60

/** Adds the job that emails a correction, if the last email about the certificate differs from the standing credit. */
export async function planCorrection({ tx, addJobs }: Work, registrationId: number) {
  if (await findCorrection(tx, registrationId)) {
    await addJobs('tell-correction', [{ registrationId }], { afterSeconds: secondThoughtSeconds })
  }
}

/** Emails the current state if the person's last email differs from it. May run twice. */
export async function tellCorrection(work: Work, { registrationId }: Jobs['tell-correction']) {
  const { tx, config } = work
  const holder = await lockHolder(tx, registrationId)
  const correction = await findCorrection(tx, registrationId)
  if (!holder || !correction) return
  const { hours, creditId, told } = correction
  if (hours > 0) {
    if (holder.cancelledAt) return
    await sendCertificate(work, registrationId, { once: 'correction', notes: 'Correction' })
    return
  }
  const { certificateId, code, eventName, serial } = told
  const mailId = await writeMail(work, {
    cause: `certificate:${certificateId}:withdrawn:${creditId}`,
    registrationId,
    to: holder.email,
    content: withdrawnMail({
      firstName: holder.firstName,
      eventName,
      hours: told.hours,
      byDay: told.byDay,
      serial,
      link: certificateLink(config.publicUrl, code),
      sender: await findSender(work),
    }),
  })
  if (mailId === undefined) return
  await tx
    .insertInto('certificateMails')
    .values({ registrationId, certificateId, mailId, withdrawnBy: creditId, notes: 'Withdrawal' })
    .execute()
}

/**
 * Returns the standing hours and the last email about them, if hours or days differ and the person should get an
 * email.
 */
async function findCorrection(db: Db, registrationId: number) {
  const told = await findTold(db, registrationId)
  const decision = await findNewestDecision(db, registrationId)
  if (!told || !decision?.mailsCorrection) return undefined
  const { hours = 0, byDay } = (await findStandingCredit(db, registrationId)) ?? {}
  const isSaid = hours === told.hours && (hours === 0 || !areOtherDays(byDay, told.byDay))
  return isSaid ? undefined : { hours, creditId: decision.creditId, told }
}
