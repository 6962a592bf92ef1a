import { Refusal } from '#server/core/http/refusal.ts'
import type { Jobs } from '#server/jobs.ts'
import type { Work } from '#server/work.ts'
import { planCorrection } from './certificate-corrections.ts'
import { askIfUnprintable, issueOrAsk } from './certificate-name.ts'
import { issueCertificate } from './certificates.ts'
import { findUnissued } from './queries.ts'
import { sendCertificate } from './send-certificate.ts'

/** Issues credited certificates, except for canceled registrations, and plans the email about a correction. */
export async function issueCredited(work: Work, { registrationId }: Jobs['issue-certificate']) {
  await issueOrAsk(work, registrationId).catch(leaveRefused)
  await planCorrection(work, registrationId)
}

/** Issues and emails a certificate, each issue once. */
export async function mailCredited(work: Work, { registrationId, notes }: Jobs['mail-certificate']) {
  await sendCertificate(work, registrationId, { once: 'issued', notes })
    .catch((problem) => askIfUnprintable(work, registrationId, problem))
    .catch(leaveRefused)
}

/** Issues certificates that waited for a printable name; adds the jobs that email them, unless `isUnmailed`. */
export async function issueNamed(work: Work, { userId, isUnmailed }: Jobs['issue-named']) {
  const { tx, addJobs } = work
  const waiting = await findUnissued(tx, userId)
  if (isUnmailed) {
    for (const registrationId of waiting) await issueCertificate(work, registrationId).catch(leaveRefused)
    return
  }
  const notes = 'Name as printed'
  await addJobs(
    'mail-certificate',
    waiting.map((registrationId) => ({ registrationId, notes })),
  )
}

function leaveRefused(problem: unknown) {
  if (!(problem instanceof Refusal)) throw problem
}
