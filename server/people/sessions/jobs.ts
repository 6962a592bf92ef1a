import type { Services } from '#server/services.ts'
import { administratorLife } from './session-rules.ts'

const day = 86_400_000

/** Deletes expired sessions, and expired spent proofs; both are refused anyway. */
export async function sweepSessions({ db, clock }: Services) {
  const now = clock()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute()
  await db
    .deleteFrom('sessions')
    .where('beganBy', 'in', ['password', 'single-sign-on'])
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
