import type { People } from './core/identity/identity.ts'
import { forgetPasskeys } from './people/passkeys/passkeys.ts'
import { forgetDevices } from './people/second-factors/second-factor-devices.ts'
import { hasSessionOfProof } from './people/sessions/queries.ts'
import { endSessions, endSessionsOfProof } from './people/sessions/session-changes.ts'
import { findUserByEmail, getUser } from './people/users/queries.ts'
import type { Services, Tx } from './services.ts'

/**
 * Returns an identity provider's access to people and sessions. A new password ends less than `evict` of all
 * nouns does: API keys and a requested change of email stay. So it names what it ends, and few nouns add to it.
 */
export function peopleOf({ db, clock, notifications }: Services): People<Tx> {
  return {
    emailOf: async (userId) => (await getUser(db, userId)).email,
    roleOf: async (email) => (await findUserByEmail(db, email))?.role,
    async endSessions(work, email) {
      const user = await findUserByEmail(work.tx, email)
      if (!user) return
      await forgetDevices(work, user.userId)
      // Someone who knew the old password may have added one.
      await forgetPasskeys(work, user.userId, 'own')
      await endSessions({ ...work, clock, notifications }, user.userId)
    },
    hasSession: (proofHash) => hasSessionOfProof(db, proofHash),
    endSessionsOfProof: (work, proofHash) => endSessionsOfProof({ ...work, clock, notifications }, proofHash),
  }
}
