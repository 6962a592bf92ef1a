import type { Received } from '#contract/core/endpoint.ts'
import type * as calls from '#contract/counting/certificates/calls.ts'
import { creditHours } from '#server/ledger/credits/credits.ts'
import type { Work } from '#server/work.ts'
import { issueOrAsk } from './certificate-name.ts'

/**
 * Credits hours and issues the certificate with them, because the caller waits for its link. The job of the credit then finds it
 * issued. The link is '' while the certificate waits for a name that can be printed. Refuses like `creditHours` and
 * `issueCertificate`.
 */
export async function generateCertificate(
  work: Work,
  credit: Received<typeof calls.generateCertificate>['body'],
): Promise<{ link: string; version: number }> {
  const version = await creditHours(work, { ...credit, source: 'administrator' })
  await work.addJobs('recount', [{ registrationId: credit.registrationId }])
  return { link: await issueOrAsk(work, credit.registrationId, { isAskedFor: true }), version }
}
