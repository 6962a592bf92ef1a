import type { Db, Services } from '#server/services.ts'

/** Returns what is stored about a person's sessions by single sign-on, but no tokens. */
export function findSingleSignOns(db: Db, userId: string) {
  return db
    .selectFrom('singleSignOns')
    .innerJoin('sessions', 'sessions.tokenHash', 'singleSignOns.tokenHash')
    .select(['issuer', 'subject', 'checkedAt'])
    .where('sessions.userId', '=', userId)
    .orderBy('checkedAt', 'desc')
    .execute()
}

/**
 * Returns a sentence for the operator if single sign-on is required and the break-glass account could not be
 * used, because it is no administrator or has no second factor.
 */
export async function breakGlassWarning({
  db,
  config,
}: Pick<Services, 'db' | 'config'>): Promise<string | undefined> {
  const email = config.singleSignOn?.breakGlassEmail
  if (!config.singleSignOn?.isRequired || email === undefined) return undefined
  const account = await db
    .selectFrom('users')
    .innerJoin('administrators', 'administrators.userId', 'users.userId')
    .leftJoin('secondFactors', 'secondFactors.userId', 'users.userId')
    .select(['administrators.role', 'switchedOnAt'])
    .where('email', '=', email)
    .executeTakeFirst()
  const name = `${email} (ADMIN_BREAK_GLASS_EMAIL)`
  if (account?.role !== 'administrator') {
    return `${name} is not an administrator with all permissions, so nobody can sign in while single sign-on is away.`
  }
  return account.switchedOnAt
    ? undefined
    : `${name} has no second factor yet. Sign in with its password and set it up before you need it.`
}
