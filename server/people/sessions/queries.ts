import type { Session } from '#contract/people/sessions/calls.ts'
import type { DemoAccount } from '#contract/people/sessions/demo-accounts.ts'
import { demoAccounts } from '#contract/people/sessions/demo-accounts.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { findUserByEmail } from '#server/people/users/queries.ts'
import type { Db, Services } from '#server/services.ts'
import { isAlive } from './session-rules.ts'

/** Returns true if a session has an administrator's rights and its person has this address. */
export async function hasAdminAccess(db: Db, email: string, caller: Caller | undefined): Promise<boolean> {
  return caller?.role === 'admin' && (await findUserByEmail(db, email))?.userId === caller.userId
}

/** Returns true if a session that this proof began exists. */
export async function hasSessionOfProof(db: Db, proofHash: Buffer): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('userId')
    .where('proofHash', '=', proofHash)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}

/** Returns a person's valid sessions, last used first; `tokenHash`: the caller's. */
export async function listSessions(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
): Promise<Session[]> {
  const sessions = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.userId', 'sessions.userId')
    .leftJoin('singleSignOns', 'singleSignOns.tokenHash', 'sessions.tokenHash')
    .select(['email', 'role', 'beganBy', 'secondStep', 'createdAt', 'expiresAt', 'lastSeenAt', 'checkedAt'])
    .select(['device', 'sessions.tokenHash'])
    .where('sessions.userId', '=', userId)
    .orderBy('lastSeenAt', 'desc')
    .execute()
  return sessions
    .filter((session) => isAlive(session, clock(), config))
    .map(({ createdAt, lastSeenAt, beganBy, secondStep, device, tokenHash: own }) => {
      const isThisOne = own.equals(tokenHash)
      return { beganAt: createdAt, lastSeenAt, beganBy, secondStep, device, isThisOne }
    })
}

/** Returns which accounts of the demo there are. */
export async function findDemoAccounts(db: Db): Promise<DemoAccount[]> {
  const all = Object.entries(demoAccounts) as [DemoAccount, (typeof demoAccounts)[DemoAccount]][]
  const found = await db
    .selectFrom('users')
    .select('email')
    .where(
      'email',
      'in',
      all.map(([, { email }]) => email),
    )
    .execute()
  return all.flatMap(([account, { email }]) => (found.some((each) => each.email === email) ? [account] : []))
}
