import { yearsKept } from '#contract/counting/certificates/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Leaver, MailPart } from '#server/personal.ts'
import type { Work } from '#server/work.ts'
import { issueCertificate } from './certificates.ts'
import { findCertificates, findUnissued } from './queries.ts'

/** Issues the outstanding certificates of a person who leaves. Returns the links to all of them. */
export async function leaveCertificates(work: Work, { userId }: Pick<Leaver, 'userId'>): Promise<MailPart> {
  const { tx, config } = work
  for (const registrationId of await findUnissued(tx, userId)) {
    await issueCertificate(work, registrationId).catch(leaveUnissued)
  }
  return certificatesLeft(await findCertificates({ db: tx, config }, userId))
}

/** Lets the deletion continue despite a certificate that waits for the training provider or for a printable name. */
function leaveUnissued(problem: unknown) {
  if (!(problem instanceof Refusal && /^(PROVIDER_INCOMPLETE|NAME_NOT_PRINTABLE)$/.test(problem.code)))
    throw problem
}

/** Returns the farewell mail's part with the links to the certificates. */
export function certificatesLeft(
  certificates: { eventName: string; link: string; isWithdrawn: boolean }[],
): MailPart {
  const standing = certificates.filter(({ isWithdrawn }) => !isWithdrawn)
  if (standing.length === 0) return {}
  return {
    closing: `We keep your certificates for ${yearsKept} years after they were issued. Until then, these links work. Download what you want to keep longer.`,
    links: standing.map(({ eventName, link }) => ({ label: `Certificate: ${eventName}`, url: link })),
  }
}
