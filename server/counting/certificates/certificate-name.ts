import type { Received } from '#contract/core/endpoint.ts'
import type * as calls from '#contract/counting/certificates/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { writeMail } from '#server/foundation/mails/mails.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
import { creditHours } from '#server/ledger/credits/credits.ts'
import {
  nameOnCertificates,
  noteUnprintable,
  unprintableLetters,
} from '#server/people/users/user-printed-names.ts'
import type { Work } from '#server/work.ts'
import { issueCertificate } from './certificates.ts'
import { nameMail } from './mails.ts'

/**
 * Issues a certificate and returns its link, as `issueCertificate` does. If no font has a letter of the name,
 * the certificate waits and the link is ''. The person is asked once per such name.
 */
export async function issueOrAsk(
  work: Work,
  registrationId: number,
  options?: { isAskedFor: boolean },
): Promise<string> {
  try {
    return await issueCertificate(work, registrationId, options)
  } catch (problem) {
    await askIfUnprintable(work, registrationId, problem)
    return ''
  }
}

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

/** Asks a registration's person for their printed name if that is the problem; else throws the problem. */
export async function askIfUnprintable(work: Work, registrationId: number, problem: unknown) {
  if (!(problem instanceof Refusal && problem.code === 'NAME_NOT_PRINTABLE')) throw problem
  const person = await work.tx
    .selectFrom('registrations')
    .innerJoin('users', 'users.userId', 'registrations.userId')
    .select(['users.userId', 'email', 'firstName', 'lastName', 'printedName'])
    .where('registrationId', '=', registrationId)
    .executeTakeFirstOrThrow()
  const letters = await unprintableLetters(person)
  await noteUnprintable(work, person.userId, letters)
  await writeMail(work, {
    cause: `name-as-printed:${person.userId}:${nameOnCertificates(person)}`,
    registrationId,
    to: person.email,
    content: nameMail(work.config.publicUrl, { ...person, letters, sender: await findSender(work) }),
  })
}
