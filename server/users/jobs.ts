import { undoDays } from '#contract/email-changes/calls.ts'
import type { Services } from '#server/services.ts'
import { administratorLife } from './user-session-rules.ts'

const day = 86_400_000

/** Deletes sessions that have ended by themselves, and proofs spent so long ago that they have expired; both are refused anyway. */
export async function sweepSessions({ db, clock }: Services): Promise<void> {
  const now = clock()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute()
  await db
    .deleteFrom('sessions')
    .where('beganBy', '=', 'password')
    .where('userId', 'in', db.selectFrom('users').select('userId').where('role', '=', 'admin'))
    .where((session) =>
      session.or([
        session('createdAt', '<=', ago(administratorLife.atMost)),
        session('lastSeenAt', '<=', ago(administratorLife.idle)),
      ]),
    )
    .execute()
  await db.deleteFrom('spentProofs').where('spentAt', '<=', ago(day)).execute()
}

/** Deletes changes of email that can't be undone any more, and those that nobody has confirmed within as many days. */
export async function sweepEmailChanges({ db, clock }: Services): Promise<void> {
  const now = clock()
  const daysAgo = new Date(now.getTime() - undoDays * day)
  await db
    .deleteFrom('userEmailChanges')
    .where('expiresAt', '<=', now)
    .where((change) => change.or([change('oldEmail', 'is not', null), change('expiresAt', '<=', daysAgo)]))
    .execute()
}
