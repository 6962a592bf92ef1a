import { sql } from 'kysely'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Recheck } from '#server/core/single-sign-on/single-sign-on.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { followGroup } from '#server/people/administrators/administrators.ts'
import { revokeKeysOf } from '#server/people/api-keys/api-keys.ts'
import { endSession } from '#server/people/sessions/session-changes.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { decryptToken, encryptToken } from './single-sign-on-secrets.ts'
import { roleOfGroups } from './single-sign-ons.ts'

/** A session is checked this often, so that a disabled account is out within ten minutes. */
const checkedEveryMs = 5 * 60_000
/** A check whose process died is made again after this time. */
const claimedForMs = 2 * 60_000

type Claimed = NonNullable<Awaited<ReturnType<typeof claimNext>>>

/**
 * Asks the provider about each session that is due. Ends those whose account, grant or group is gone, and
 * follows changed groups. Stops while the provider is away: `isAlive` says how long sessions then last.
 */
export async function recheckSingleSignOns(services: Services) {
  if (!services.singleSignOn) return
  for (let due = await claimNext(services); due; due = await claimNext(services)) {
    const answer = await ask(services, due)
    if (answer.outcome !== 'holds') await keepRenewed(services, due, answer)
    if (answer.outcome === 'away') return
    await settle(services, due, answer)
  }
}

/**
 * Claims the session that was checked longest ago, because its refresh token may be used once. A time yet to
 * come is of a clock that was ahead.
 */
async function claimNext({ db, clock }: Services) {
  const now = clock().getTime()
  const soon = new Date(now + 60_000)
  const { rows } = await sql<{
    tokenHash: Buffer
    userId: string
    issuer: string
    subject: string
    refreshToken: string
  }>`
    update single_sign_ons s set claimed_at = ${new Date(now)} from sessions
    where sessions.token_hash = s.token_hash and s.token_hash = (
      select token_hash from single_sign_ons
      where (checked_at <= ${new Date(now - checkedEveryMs)} or checked_at > ${soon})
        and (claimed_at is null or claimed_at <= ${new Date(now - claimedForMs)} or claimed_at > ${soon})
      order by checked_at limit 1 for update skip locked)
    returning s.token_hash, user_id, issuer, subject, refresh_token`.execute(db)
  return rows[0]
}

/** Refuses a session of another provider, or whose token was encrypted with another client secret, as ended. */
async function ask({ singleSignOn, config }: Services, due: Claimed): Promise<Recheck> {
  const { singleSignOn: settings } = config
  if (!singleSignOn || !settings || !isSameIssuer(due.issuer, settings.issuer)) return { outcome: 'ended' }
  const refreshToken = await decryptToken(due.refreshToken, settings.clientSecret)
  if (refreshToken === undefined) return { outcome: 'ended' }
  return singleSignOn.recheck({ refreshToken, subject: due.subject })
}

/** Stores a new refresh token although the check failed after it, because the previous one may be spent. */
async function keepRenewed(
  services: Services,
  { tokenHash }: Claimed,
  { renewed }: { renewed?: string | undefined },
) {
  const { singleSignOn: settings } = services.config
  if (renewed === undefined || !settings) return
  const refreshToken = await encryptToken(renewed, settings.clientSecret)
  await write(services, undefined, ({ tx }) =>
    tx.updateTable('singleSignOns').set({ refreshToken }).where('tokenHash', '=', tokenHash).execute(),
  )
}

async function settle(services: Services, due: Claimed, answer: Recheck): Promise<void> {
  const { singleSignOn: settings } = services.config
  if (answer.outcome === 'unknown' || !settings) return
  if (answer.outcome !== 'holds') return end(services, due, 'The provider refuses the account or the grant')
  const refreshToken = await encryptToken(answer.refreshToken, settings.clientSecret)
  try {
    await write(services, undefined, async (work) => {
      await work.tx
        .updateTable('singleSignOns')
        .set({ refreshToken, checkedAt: work.clock(), claimedAt: null })
        .where('tokenHash', '=', due.tokenHash)
        .execute()
      const role = roleOfGroups(settings, answer.groups)
      if (role) await followGroup(work, due.userId, role)
    })
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    // A claim that is absent says nothing about groups: some providers omit it if there are too many.
    const hasNoGroup = problem.code === 'NO_GROUP_ROLE' && answer.groups !== undefined
    await end(services, due, problem.message, hasNoGroup)
  }
}

/** Ends a session. Without a group, its person's API keys end, too. */
async function end(services: Services, { tokenHash, userId }: Claimed, reason: string, hasNoGroup = false) {
  await write(services, undefined, async (work) => {
    await endSession(work, tokenHash)
    if (hasNoGroup) await revokeKeysOf(work, userId)
    await happened(work, [{ activity: 'single-sign-on-ended', userId, actedBy: null, details: { reason } }])
  })
}

function isSameIssuer(one: string, other: string) {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '')
}
