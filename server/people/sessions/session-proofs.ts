import { sql } from 'kysely'
import { provenMinutes } from '#contract/people/sessions/calls.ts'
import { demoAccounts } from '#contract/people/sessions/demo-accounts.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Db, Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import type { Holder } from './session-changes.ts'
import { msBetween, roleOfSession } from './session-rules.ts'
import type { SignIn } from './session-sign-ins.ts'
import { recognizeProven, refusePassword } from './session-sign-ins.ts'

/**
 * Records that the session's person just proved themselves. Refuses another person's proof with
 * IDENTITY_NOT_PROVEN, and an administrator's password like `refusePassword`.
 */
export async function proveSession(
  work: Work,
  { userId, tokenHash }: Holder,
  given: Pick<SignIn, 'identity' | 'proven'>,
) {
  const user = await recognizeProven(work, given)
  if (user.userId !== userId) throw new Refusal('IDENTITY_NOT_PROVEN')
  if (roleOfSession({ ...user, beganBy: given.proven.provenBy }) === 'admin') refusePassword(work, user)
  await work.tx
    .updateTable('sessions')
    .set({ provenAt: work.clock(), provenBy: given.proven.provenBy })
    .where('tokenHash', '=', tokenHash)
    .execute()
}

/** Refuses with SIGN_IN_TOO_OLD a session neither begun nor proven in the last minutes, by any proof. */
export async function refuseOldSignIn({ tx, clock }: Work, { tokenHash }: Holder) {
  const { rows } = await sql<{ provenAt: Date }>`
    select greatest(created_at, s.proven_at, f.proven_at) as proven_at
    from sessions s left join second_factor_proofs f using (token_hash) where token_hash = ${tokenHash}`.execute(
    tx,
  )
  if (!isRecent(rows[0]?.provenAt, clock())) throw new Refusal('SIGN_IN_TOO_OLD')
}

/**
 * Returns true if the password was typed in the last minutes, to begin this session or again in it, or if the
 * provider of single sign-on asked who they are. The demo's accounts have no password, so they need none.
 */
export async function isPasswordProven(
  db: Db,
  tokenHash: Buffer,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
): Promise<boolean> {
  const now = clock()
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.userId', 'sessions.userId')
    .select(['beganBy', 'sessions.createdAt', 'provenBy', 'provenAt', 'email'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  const isOfDemo = Object.values(demoAccounts).some(({ email }) => email === session?.email)
  return (
    (config.hasDemoPeople && isOfDemo) ||
    (session?.beganBy === 'password' && isRecent(session.createdAt, now)) ||
    (session?.provenBy !== 'link' && isRecent(session?.provenAt, now))
  )
}

/** Returns true if a proof still counts. One of a clock that was ahead does not. */
export function isRecent(provenAt: Date | null | undefined, now: Date): boolean {
  return provenAt instanceof Date && msBetween(provenAt, now) < provenMinutes * 60_000
}
