import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { invitationDays } from '#contract/people/administrators/calls.ts'
import type { AdministratorRole } from '#contract/people/administrators/roles.ts'
import { roles } from '#contract/people/administrators/roles.ts'
import { removalRefusal, roleRefusal } from '#contract/people/administrators/rules.ts'
import type { Config } from '#server/config.ts'
import { Refusal, refuse } from '#server/core/http/refusal.ts'
import type { Identity } from '#server/core/identity/identity.ts'
import { newSecret } from '#server/core/identity/secrets.ts'
import { refusesPassword } from '#server/core/single-sign-on/single-sign-on-config.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { writeMail } from '#server/foundation/mails/mails.ts'
import { keepEmail } from '#server/people/email-changes/email-changes.ts'
import { endSessions } from '#server/people/sessions/session-changes.ts'
import { findUserByEmail, findWhoLeft, getUser, lockUser } from '#server/people/users/queries.ts'
import { forgetIdentities } from '#server/people/users/user-identities.ts'
import { giveRole, takeRole } from '#server/people/users/user-roles.ts'
import type { Tx } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { invitationMail, invitationNoticeMail } from './mails.ts'

/**
 * Makes the person of ADMIN_EMAIL an administrator if the account is new, or if nobody has all permissions.
 * Otherwise leaves their role alone: an administrator may have changed it. The default email adds no account
 * beside an existing administrator.
 */
export async function ensureAdministrator(
  work: Work,
  { email, isEmailGiven }: Pick<Config['admin'], 'email' | 'isEmailGiven'>,
): Promise<'created' | 'promoted' | 'administrator' | 'person'> {
  const known = await findUserByEmail(work.tx, email)
  if ((known || !isEmailGiven) && (await hasAdministrator(work.tx))) {
    return known?.role === 'admin' ? 'administrator' : 'person'
  }
  await makeAdministrator(work, email)
  return known ? 'promoted' : 'created'
}

/** Gives all permissions to an email; adds its account if missing, with the name. Returns the user's id. */
export async function makeAdministrator(
  work: Work,
  email: string,
  name = { firstName: 'Portal', lastName: 'Administrator' },
): Promise<string> {
  const userId = await giveRole(work, email, name)
  await noteRole(work, userId, { role: 'administrator', invitedBy: null, acceptedAt: work.clock() })
  return userId
}

/**
 * Gives a role to an email, known or unknown, and emails a link to choose a password, again on each call.
 * Emails all administrators. Refuses with ADMINISTRATOR_ALREADY an accepted invitation, with EMAIL_TAKEN an
 * email that someone just left.
 */
export async function inviteAdministrator(
  work: Work,
  identity: Pick<Identity<Tx>, 'linkToPassword'>,
  { email, role = 'administrator' }: { email: string; role?: AdministratorRole | undefined },
) {
  const { tx, clock, config, actingUserId = null } = work
  // The identity provider's rows first, in the lock order of sign-ins.
  const hasPassword = !refusesPassword(config.singleSignOn, email)
  const url = hasPassword ? await identity.linkToPassword?.(tx, email) : undefined
  await refuseAccepted(tx, email)
  const userId = await giveRole(work, email)
  if (await findWhoLeft(tx, email, clock())) throw new Refusal('EMAIL_TAKEN')
  await noteRole(work, userId, { role, invitedBy: actingUserId, acceptedAt: null })
  await keepEmail(work, userId)
  await happened(work, [{ activity: 'administrator-invited', userId, details: { item: roles[role].label } }])
  const inviter = actingUserId === null ? undefined : await getUser(tx, actingUserId)
  await tellAdministrators(work, { invited: email, role, inviter: inviter?.email })
  await writeMail(work, {
    // The same cause as a password reset, because the link is spent like one.
    cause: `identity:reset-password:${newSecret()}`,
    to: email,
    content: invitationMail(config, { url, hasPassword, role, inviter: inviter?.email }),
    isSecret: true,
    expiresAt: new Date(clock().getTime() + invitationDays * 86_400_000),
  })
}

/**
 * Removes an administrator or an invitation, deletes their password and codes, forgets their company account, and ends their
 * sessions. Refuses with USER_NOT_FOUND,
 * with SIGNED_OUT a caller who was just removed, and like `removalRefusal`.
 */
export async function removeAdministrator(
  work: Work,
  identity: Pick<Identity<Tx>, 'forget'>,
  { userId, email: typed }: { userId: string; email?: string | undefined },
) {
  const { tx, actingUserId } = work
  const { email } = await getUser(tx, userId)
  await identity.forget(tx, email)
  const { isLast, acceptedAt } = await lockAdministrators(work, userId)
  refuse(removalRefusal({ email, isOneself: userId === actingUserId, isLast }, typed))
  await lockUser(tx, userId)
  await tx.deleteFrom('administrators').where('userId', '=', userId).execute()
  await takeRole(work, userId)
  const { singleSignOn } = work.config
  if (singleSignOn) await forgetIdentities(work, userId, singleSignOn.issuer)
  const activity = acceptedAt ? 'administrator-removed' : 'invitation-withdrawn'
  await happened(work, [{ activity, userId }])
  await endSessions(work, userId)
}

/**
 * Changes an administrator's role. Refuses with USER_NOT_FOUND, with SIGNED_OUT or NOT_PERMITTED a caller who was just removed or
 * lowered, and like `roleRefusal`.
 */
export async function changeAdministratorRole(
  work: Work,
  { userId, role }: { userId: string; role: AdministratorRole },
) {
  const before = await lockAdministrators(work, userId)
  refuse(roleRefusal(before, role))
  if (before.role === role) return
  await setRole(work, userId, role)
  const changes = { role: [roles[before.role].label, roles[role].label] as [string, string] }
  const change = { userId, from: before.role, to: role, changedBy: before.actingUserId }
  const roleChange = { ...change, changedAt: work.clock().toISOString() }
  await happened(work, [{ activity: 'administrator-role-changed', userId, details: { changes }, roleChange }])
}

/**
 * Gives an email the role of its person's group at the provider of single sign-on. Adds the account if
 * missing. Refuses with EMAIL_TAKEN an email that someone just left.
 */
export async function giveGroupRole(
  work: Work,
  {
    email,
    role,
    names,
  }: { email: string; role: AdministratorRole; names: { firstName: string; lastName: string } },
) {
  const userId = await giveRole(work, email, names)
  if (await findWhoLeft(work.tx, email, work.clock())) throw new Refusal('EMAIL_TAKEN')
  await noteRole(work, userId, { role, invitedBy: null, acceptedAt: work.clock() })
  await keepEmail(work, userId)
  const details = { item: roles[role].label }
  await happened(work, [{ activity: 'administrator-by-group', userId, actedBy: null, details }])
}

/** Gives an administrator the role of their group now. Refuses like `roleRefusal`. */
export async function followGroup(work: Work, userId: string, role: AdministratorRole) {
  if (await hasRole(work.tx, userId, role)) return
  const { role: before, isLast } = oneOf(await lockAll(work.tx), userId)
  if (before === role) return
  refuse(roleRefusal({ isLast }, role))
  await setRole(work, userId, role)
  const changes = { role: [roles[before].label, roles[role].label] as [string, string] }
  const details = { changes, reason: 'The group at the provider of single sign-on' }
  await happened(work, [{ activity: 'administrator-role-changed', userId, actedBy: null, details }])
}

/**
 * Locks all administrators: if two remove each other concurrently, the second is refused. Running calls hold
 * their caller's row (`write`). Returns the administrator with this id.
 */
async function lockAdministrators({ tx, actingUserId }: Work, userId: string) {
  const all = await lockAll(tx)
  const acting = all.find((one) => one.userId === actingUserId)
  if (!acting) throw new Refusal('SIGNED_OUT')
  if (acting.role !== 'administrator') throw new Refusal('NOT_PERMITTED')
  return { ...oneOf(all, userId), actingUserId: acting.userId }
}

function lockAll(tx: Tx) {
  return tx
    .selectFrom('administrators')
    .select(['userId', 'acceptedAt', 'role'])
    .orderBy('userId')
    .forUpdate()
    .execute()
}

function oneOf(all: Awaited<ReturnType<typeof lockAll>>, userId: string) {
  const administrator = all.find((one) => one.userId === userId)
  if (!administrator) throw new Refusal('USER_NOT_FOUND')
  const others = all.filter((one) => one.userId !== userId && one.acceptedAt !== null)
  return { ...administrator, isLast: !others.some(({ role }) => role === 'administrator') }
}

/** Records a sign-in with an administrator's rights, which accepts an invitation. */
export async function noteSignIn({ tx, clock }: Work, userId: string) {
  const now = clock()
  await tx
    .updateTable('administrators')
    .set((row) => ({ signedInAt: now, acceptedAt: row.fn.coalesce('acceptedAt', row.val(now)) }))
    .where('userId', '=', userId)
    .execute()
}

async function tellAdministrators(
  work: Work,
  { invited, role, inviter }: { invited: string; role: AdministratorRole; inviter?: string | undefined },
) {
  const { tx, clock, config } = work
  const administrators = await tx
    .selectFrom('administrators')
    .innerJoin('users', 'users.userId', 'administrators.userId')
    .select('email')
    .where('acceptedAt', 'is not', null)
    .where('administrators.role', '=', 'administrator')
    .execute()
  const content = invitationNoticeMail(config.publicUrl, { invited, role, inviter, invitedAt: clock() })
  for (const { email: to } of administrators) {
    await writeMail(work, { cause: `administrator-invited:${randomUUID()}`, to, content })
  }
}

async function hasAdministrator(tx: Tx) {
  const found = await tx
    .selectFrom('administrators')
    .innerJoin('users', 'users.userId', 'administrators.userId')
    .select('administrators.userId')
    .where('users.role', '=', 'admin')
    .where('administrators.role', '=', 'administrator')
    .where('acceptedAt', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

async function noteRole(
  { tx, clock }: Work,
  userId: string,
  note: { role: AdministratorRole; invitedBy: string | null; acceptedAt: Date | null },
) {
  await tx
    .insertInto('administrators')
    .values({ userId, since: clock(), ...note })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ since: clock(), ...note }))
    .returning(notifyRole)
    .execute()
}

async function hasRole(tx: Tx, userId: string, role: AdministratorRole) {
  const found = await tx
    .selectFrom('administrators')
    .select('userId')
    .where('userId', '=', userId)
    .where('role', '=', role)
    .executeTakeFirst()
  return found !== undefined
}

async function setRole({ tx }: Work, userId: string, role: AdministratorRole) {
  await tx
    .updateTable('administrators')
    .set({ role })
    .where('userId', '=', userId)
    .returning(notifyRole)
    .execute()
}

/** Notifies every process that an administrator's role changed. */
const notifyRole = sql`pg_notify('user_role_changed', user_id::text)`.as('notified')

/**
 * Refuses with ADMINISTRATOR_ALREADY an accepted invitation. Its lock makes a first sign-in, which would
 * accept one, wait.
 */
async function refuseAccepted(tx: Tx, email: string) {
  const known = await tx
    .selectFrom('administrators')
    .innerJoin('users', 'users.userId', 'administrators.userId')
    .select('acceptedAt')
    .where('email', '=', email)
    .where('users.role', '=', 'admin')
    .forUpdate('administrators')
    .executeTakeFirst()
  if (known?.acceptedAt) throw new Refusal('ADMINISTRATOR_ALREADY')
}
