import type { Jobs } from '#server/jobs.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import type { Work } from '#server/work.ts'
import { issueCertificate } from './certificates.ts'

/** Issues what was credited; a registration that was cancelled meanwhile gets nothing. */
export async function issueCredited(
  work: Work,
  { registrationId }: Jobs['issue-certificate'],
): Promise<void> {
  await issueCertificate(work, registrationId).catch((problem) => {
    if (!(problem instanceof Refusal)) throw problem
  })
}
