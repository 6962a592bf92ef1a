import type { AdministratorRole } from '#contract/people/administrators/roles.ts'
import type { SignedIn } from '#contract/people/sessions/calls.ts'
import type { User } from '#contract/people/users/user.ts'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import type { SignedOn } from '#server/core/single-sign-on/single-sign-on.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { followGroup, giveGroupRole, noteSignIn } from '#server/people/administrators/administrators.ts'
import { endSession, startSession } from '#server/people/sessions/session-changes.ts'
import type { SignIn } from '#server/people/sessions/session-sign-ins.ts'
import { findUserByEmail, refuseLeftEmail } from '#server/people/users/queries.ts'
import { recognizeUser } from '#server/people/users/user-identities.ts'
import type { Work } from '#server/work.ts'

type Settings = NonNullable<Config['singleSignOn']>

export interface SignOn extends Pick<SignIn, 'device' | 'replacedHash'> {
  settings: Settings
  signedOn: SignedOn
  /** The refresh token for the database. */
  storedToken: string
  /** The provider was told to ask again. */
  asksAgain: boolean
}

/**
 * Starts an administrator's session for a person whom the provider knows. Refuses with SINGLE_SIGN_ON_EMAIL an
 * email that is not verified, with NOT_INVITED somebody who is no administrator, with SINGLE_SIGN_ON_UNTIMED a
 * wanted proof without its time, with SINGLE_SIGN_ON_BREAK_GLASS the break-glass account, and like
 * `refuseOthersEmail`, `roleOfGroups`, `followGroup` and `giveGroupRole`.
 */
export async function completeSingleSignOn(
  work: Work,
  { settings, signedOn, storedToken, asksAgain, device, replacedHash }: SignOn,
): Promise<SignedIn> {
  const { issuer, subject, email, isEmailVerified } = signedOn
  if (email === '' || !isEmailVerified) throw new Refusal('SINGLE_SIGN_ON_EMAIL')
  const role = roleOfGroups(settings, signedOn.groups)
  const { breakGlassEmail } = settings
  const userData = await recognizeAdministrator(work, signedOn, { role, breakGlassEmail })
  const { userId } = userData
  await noteSignIn(work, userId)
  if (replacedHash) await endSession(work, replacedHash)
  const checkedAt = work.clock()
  const provenAt = provenAtOf(signedOn, checkedAt)
  // Without its time, an answer looks the same if the address in the browser was changed to not ask.
  if (asksAgain && !provenAt) throw new Refusal('SINGLE_SIGN_ON_UNTIMED')
  const proof = provenAt && { provenAt, provenBy: 'single-sign-on' as const }
  const token = await startSession(work, userId, { beganBy: 'single-sign-on', device, ...proof })
  await work.tx
    .insertInto('singleSignOns')
    .values({ tokenHash: hashOfSecret(token), issuer, subject, refreshToken: storedToken, checkedAt })
    .execute()
  await happened(work, [
    { activity: 'single-sign-on', userId, actedBy: userId, details: { item: settings.label } },
  ])
  return { userData, token, isAdmin: true }
}

/**
 * Records a refused sign-in in the history. An email that nobody here has is shortened: its person has no
 * account in which they could read or delete it.
 */
export async function noteRefusal(
  work: Work,
  { email, issuer, subject }: Pick<SignedOn, 'email' | 'issuer' | 'subject'>,
  { message: reason }: Refusal,
) {
  const known = await findUserByIdentityOrEmail(work, { issuer, subject, email })
  const item = known ? undefined : email.replace(/^(.).*@/, '$1…@')
  const details = { reason, ...(item && { item }) }
  await happened(work, [{ activity: 'single-sign-on-refused', actedBy: null, ...known, details }])
}

/**
 * Returns the role of the first mapped group that a person has; undefined if invitations decide. Refuses with
 * NO_GROUP_ROLE.
 */
export function roleOfGroups(
  { groups: mapped }: Pick<Settings, 'groups'>,
  groups: string[] | undefined,
): AdministratorRole | undefined {
  if (mapped.length === 0) return undefined
  const found = mapped.find(({ group }) => groups?.includes(group))
  if (!found) throw new Refusal('NO_GROUP_ROLE')
  return found.role
}

async function recognizeAdministrator(
  work: Work,
  signedOn: SignedOn,
  { role, breakGlassEmail }: { role: AdministratorRole | undefined; breakGlassEmail: string | undefined },
): Promise<User> {
  const { issuer, subject, email, firstName, lastName } = signedOn
  const recognized = () => recognizeUser(work, { issuer, subject, email })
  await refuseOthersEmail(work, signedOn)
  const known = await recognized()
  if ((known?.email ?? email) === breakGlassEmail) throw new Refusal('SINGLE_SIGN_ON_BREAK_GLASS')
  if (known?.role === 'admin') {
    if (role) await followGroup(work, known.userId, role)
    return known
  }
  if (!known) await refuseLeftEmail(work.tx, email, work.clock())
  if (!role) throw new Refusal('NOT_INVITED')
  await giveGroupRole(work, { email: known?.email ?? email, role, names: { firstName, lastName } })
  const added = await recognized()
  if (!added) throw new Error('The administrator of a group was not added')
  return added
}

/** Returns when the provider asked the person; undefined if it does not tell. */
function provenAtOf({ provenSecondsAgo }: SignedOn, now: Date): Date | undefined {
  return provenSecondsAgo === undefined ? undefined : new Date(now.getTime() - provenSecondsAgo * 1000)
}

/**
 * Refuses with SINGLE_SIGN_ON_OTHER_ACCOUNT a second subject for one email. Companies give emails to new
 * people, and some let people change theirs.
 */
async function refuseOthersEmail({ tx }: Work, { issuer, subject, email }: SignedOn) {
  const identities = tx.selectFrom('userIdentities').where('userIdentities.issuer', '=', issuer)
  const own = await identities.select('userId').where('subject', '=', subject).executeTakeFirst()
  if (own) return
  const other = await identities
    .innerJoin('users', 'users.userId', 'userIdentities.userId')
    .select('users.userId')
    .where('email', '=', email)
    .executeTakeFirst()
  if (other) throw new Refusal('SINGLE_SIGN_ON_OTHER_ACCOUNT')
}

async function findUserByIdentityOrEmail(
  { tx }: Work,
  { issuer, subject, email }: Pick<SignedOn, 'issuer' | 'subject' | 'email'>,
): Promise<{ userId: string } | undefined> {
  const known = await tx
    .selectFrom('userIdentities')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (known) return known
  const user = await findUserByEmail(tx, email)
  return user && { userId: user.userId }
}
