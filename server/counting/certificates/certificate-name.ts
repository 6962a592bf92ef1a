import { Refusal } from '#server/core/http/refusal.ts'
import { writeMail } from '#server/foundation/mails/mails.ts'
import { findSender } from '#server/foundation/training-providers/queries.ts'
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
  ...[registrationId, options]: [registrationId: number, options?: { isAskedFor: boolean }]
): Promise<string> {
  try {
    return await issueCertificate(work, registrationId, options)
  } catch (problem) {
    await askIfUnprintable(work, registrationId, problem)
    return ''
  }
}

/** Asks a registration's person for their printed name if that is the problem; else throws the problem. */
export async function askIfUnprintable(work: Work, registrationId: number, problem: unknown): Promise<void> {
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
