import type { People } from './core/identity/identity.ts'
import { forgetPasskeys } from './passkeys/passkeys.ts'
import { forgetDevices } from './second-factors/second-factor-devices.ts'
import type { Services, Tx } from './services.ts'
import { hasSessionOfProof } from './sessions/queries.ts'
import { endSessions, endSessionsOfProof } from './sessions/session-changes.ts'
import { findUserByEmail, getUser } from './users/queries.ts'

/** Returns an identity provider's access to people and sessions. */
export function peopleOf({ db, clock, notifications }: Services): People<Tx> {
  return {
    emailOf: async (userId) => (await getUser(db, userId)).email,
    roleOf: async (email) => (await findUserByEmail(db, email))?.role,
    async endSessions(work, email) {
      const user = await findUserByEmail(work.tx, email)
      if (!user) return
      await forgetDevices(work.tx, user.userId)
      // Somebody who knew the old password may have added one.
      await forgetPasskeys(work, user.userId, 'own')
      await endSessions({ ...work, clock, notifications }, user.userId)
    },
    hasSession: (proofHash) => hasSessionOfProof(db, proofHash),
    endSessionsOfProof: (work, proofHash) => endSessionsOfProof({ ...work, clock, notifications }, proofHash),
  }
}
