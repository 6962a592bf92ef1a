import { Refusal } from '#server/core/http/refusal.ts'
import type { Farewell, Leaver } from '#server/personal.ts'
import type { Work } from '#server/work.ts'
import { issueCertificate } from './certificates.ts'
import { certificatesLeft } from './mails.ts'
import { findCertificates, findUnissued } from './queries.ts'

/** Issues the certificates that a person still has to get before they leave. Returns the links to all of them. */
export async function leaveCertificates(work: Work, { userId }: Pick<Leaver, 'userId'>): Promise<Farewell> {
  const { tx, config } = work
  for (const registrationId of await findUnissued(tx, userId)) {
    await issueCertificate(work, registrationId).catch(leaveUnissued)
  }
  return certificatesLeft(await findCertificates({ db: tx, config }, userId))
}

/** Lets the deletion go on for hours whose certificate waits: for the training provider, or for a name that can be printed. */
function leaveUnissued(problem: unknown): void {
  if (!(problem instanceof Refusal && /^(PROVIDER_INCOMPLETE|NAME_NOT_PRINTABLE)$/.test(problem.code)))
    throw problem
}
