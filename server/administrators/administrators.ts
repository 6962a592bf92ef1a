import { randomUUID } from 'node:crypto'
import { invitationDays, removalRefusal } from '#contract/administrators/calls.ts'
import { happened } from '#server/activities/activities.ts'
import { Refusal, refuse } from '#server/core/http/refusal.ts'
import type { Identity } from '#server/core/identity/identity.ts'
import { newSecret } from '#server/core/identity/secrets.ts'
import { keepEmail } from '#server/email-changes/email-changes.ts'
import { writeMail } from '#server/mails/mails.ts'
import type { Tx } from '#server/services.ts'
import { endSessions } from '#server/sessions/session-changes.ts'
import { findWhoLeft, getUser, lockUser } from '#server/users/queries.ts'
import { giveRole, takeRole } from '#server/users/user-roles.ts'
import type { Work } from '#server/work.ts'
import { invitationMail, invitationNoticeMail } from './mails.ts'

/** Makes the first administrator, or gives the role to who has that address already. `was` says who it was before. */
export async function ensureAdministrator(
  work: Work,
  email: string,
): Promise<{ was: 'nobody' | 'person' | 'administrator' }> {
  const names = { firstName: 'Portal', lastName: 'Administrator' }
  const was = await giveRole(work, email, names)
  if (was !== 'administrator') await noteRole(work, email, { invitedBy: null, acceptedAt: work.clock() })
  return { was }
}

/**
 * Gives the role to an email, whoever's it is, and mails a link there to choose a password; asked again, it is mailed again. Tells all
 * administrators who have come in.
 * Refuses with ADMINISTRATOR_ALREADY somebody who has come in, with EMAIL_TAKEN an email that somebody has left lately.
 */
export async function inviteAdministrator(
  work: Work,
  identity: Pick<Identity<Tx>, 'linkToPassword'>,
  email: string,
): Promise<void> {
  const { tx, clock, config, actingUserId = null } = work
  // Its provider's rows first, as those who sign in lock them.
  const url = await identity.linkToPassword?.(tx, email)
  const was = await giveRole(work, email)
  if (await findWhoLeft(tx, email, clock())) throw new Refusal('EMAIL_TAKEN')
  const { userId } = await tx
    .selectFrom('users')
    .select('userId')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  if (was === 'administrator') await refuseAccepted(tx, userId)
  await noteRole(work, email, { invitedBy: actingUserId, acceptedAt: null })
  await keepEmail(work, userId)
  await happened(work, [{ activity: 'administrator-invited', userId }])
  const inviter = actingUserId === null ? undefined : await getUser(tx, actingUserId)
  await tellAdministrators(work, { invited: email, inviter: inviter?.email })
  await writeMail(work, {
    // Its link is spent like any other that was mailed for a password.
    cause: `identity:reset-password:${newSecret()}`,
    to: email,
    content: invitationMail(config.publicUrl, { url, inviter: inviter?.email }),
    isSecret: true,
    expiresAt: new Date(clock().getTime() + invitationDays * 86_400_000),
  })
}

/**
 * Takes the role from somebody, or an invitation back. What they could sign in with as an administrator is forgotten, and their
 * sessions end. Refuses with USER_NOT_FOUND, with SIGNED_OUT a caller who was just removed, and as `removalRefusal` does.
 */
export async function removeAdministrator(
  work: Work,
  identity: Pick<Identity<Tx>, 'forget'>,
  { userId, email: typed }: { userId: string; email?: string | undefined },
): Promise<void> {
  const { tx, actingUserId } = work
  const { email } = await getUser(tx, userId)
  await identity.forget(tx, email)
  // All of them: of two who remove one another at once, the second is refused. Calls in progress hold their caller's row (`write`).
  const accepted = await tx
    .selectFrom('administrators')
    .select(['userId', 'acceptedAt'])
    .orderBy('userId')
    .forUpdate()
    .execute()
  if (!accepted.some((one) => one.userId === actingUserId)) throw new Refusal('SIGNED_OUT')
  if (!accepted.some((one) => one.userId === userId)) throw new Refusal('USER_NOT_FOUND')
  const isLast = !accepted.some((one) => one.userId !== userId && one.acceptedAt !== null)
  refuse(removalRefusal({ email, isOneself: userId === actingUserId, isLast }, typed))
  await lockUser(tx, userId)
  await tx.deleteFrom('administrators').where('userId', '=', userId).execute()
  await takeRole(work, userId)
  await happened(work, [{ activity: 'administrator-removed', userId }])
  await endSessions(work, userId)
}

/** Notes that somebody has signed in with the rights of the role: an invitation is accepted by it. */
export async function noteSignIn({ tx, clock }: Work, userId: string): Promise<void> {
  const now = clock()
  await tx
    .updateTable('administrators')
    .set((row) => ({ signedInAt: now, acceptedAt: row.fn.coalesce('acceptedAt', row.val(now)) }))
    .where('userId', '=', userId)
    .execute()
}

async function tellAdministrators(
  work: Work,
  { invited, inviter }: { invited: string; inviter?: string | undefined },
) {
  const { tx, clock, config } = work
  const administrators = await tx
    .selectFrom('administrators')
    .innerJoin('users', 'users.userId', 'administrators.userId')
    .select('email')
    .where('acceptedAt', 'is not', null)
    .execute()
  const content = invitationNoticeMail(config.publicUrl, { invited, inviter, invitedAt: clock() })
  for (const { email: to } of administrators) {
    await writeMail(work, { cause: `administrator-invited:${randomUUID()}`, to, content })
  }
}

async function noteRole(
  { tx, clock }: Work,
  email: string,
  note: { invitedBy: string | null; acceptedAt: Date | null },
): Promise<void> {
  const { userId } = await tx
    .selectFrom('users')
    .select('userId')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('administrators')
    .values({ userId, since: clock(), ...note })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ since: clock(), ...note }))
    .execute()
}

async function refuseAccepted(tx: Tx, userId: string): Promise<void> {
  const known = await tx
    .selectFrom('administrators')
    .select('acceptedAt')
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (known?.acceptedAt) {
    throw new Refusal('ADMINISTRATOR_ALREADY')
  }
}
