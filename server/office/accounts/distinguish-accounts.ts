import type { Input } from '#contract/core/endpoint.ts'
import type { distinguishAccounts as distinguishAccountsCall } from '#contract/office/accounts/merges.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { lockUser } from '#server/people/users/queries.ts'
import type { Work } from '#server/work.ts'

/**
 * Records that two accounts belong to two people, or reverts it. Does nothing if already so. Refuses with
 * USER_NOT_FOUND.
 */
export async function distinguishAccounts(
  work: Work,
  { userId, otherId, areDistinct }: Input<typeof distinguishAccountsCall>['body'],
) {
  const { tx, clock, actingUserId = null } = work
  const [first = userId, second = otherId] = [userId, otherId].sort()
  for (const id of [first, second]) await lockUser(tx, id)
  const pair = { userId: first, otherId: second }
  const [changed] = areDistinct
    ? await tx
        .insertInto('distinctAccounts')
        .values({ ...pair, decidedBy: actingUserId, decidedAt: clock() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('userId')
        .execute()
    : await tx
        .deleteFrom('distinctAccounts')
        .where('userId', '=', first)
        .where('otherId', '=', second)
        .returning('userId')
        .execute()
  if (!changed) return
  const activity = areDistinct ? 'accounts-distinguished' : 'distinction-undone'
  // Neither history names the other person, because people can download their own.
  await happened(work, [
    { activity, userId: first },
    { activity, userId: second },
  ])
}
