import { undoDays } from '#contract/people/email-changes/calls.ts'
import type { Services } from '#server/services.ts'

const day = 86_400_000

/** Deletes changes of email that can't be undone any more, and equally old unconfirmed ones. */
export async function sweepEmailChanges({ db, clock }: Services) {
  const now = clock()
  const daysAgo = new Date(now.getTime() - undoDays * day)
  await db
    .deleteFrom('userEmailChanges')
    .where('expiresAt', '<=', now)
    .where((change) => change.or([change('oldEmail', 'is not', null), change('expiresAt', '<=', daysAgo)]))
    .execute()
}
