import { writeMail } from '#server/foundation/mails/mails.ts'
import type { Jobs } from '#server/jobs.ts'
import { getUser } from '#server/people/users/queries.ts'
import type { Work } from '#server/work.ts'
import { roleChangedMail } from './mails.ts'

/** Emails an administrator about a changed role, once per change. */
export async function tellRoleChange(work: Work, change: Jobs['tell-role-change']) {
  const { userId, changedBy, changedAt } = change
  const [person, changer] = [await getUser(work.tx, userId), await getUser(work.tx, changedBy)]
  await writeMail(work, {
    cause: `role-changed:${userId}:${changedAt}`,
    to: person.email,
    content: roleChangedMail(work.config.publicUrl, { ...change, changedBy: changer.email }),
  })
}
