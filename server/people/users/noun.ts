import * as users from '#contract/people/users/calls.ts'
import * as edits from '#contract/people/users/edits.ts'
import { serve } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { removePasskey } from '#server/people/passkeys/passkeys.ts'
import { serveWrite } from '#server/work.ts'
import { deleteUser } from './delete-user.ts'
import { findAnsweredConsents, findConsents, getUser, isRegistered } from './queries.ts'
import { updateUser } from './update-user.ts'
import { recordMemberships } from './user-memberships.ts'

export default noun({
  serve(gate, services) {
    const { db } = services
    serve(gate, users.checkEmailExists, async ({ query }) => ({
      emailExists: await isRegistered(services, query.email),
    }))
    serve(gate, users.getConsents, async ({ caller }) => ({
      consents: await findConsents(db, caller.userId),
    }))
    serve(gate, users.getProfile, async ({ caller }) => ({ userData: await getUser(db, caller.userId) }))
    serveWrite(gate, services, users.updateProfile, async (work, { caller, body }) => ({
      userData: await updateUser(work, caller.userId, body),
    }))
    serveWrite(gate, services, users.updateMembershipInfo, async (work, { caller, body }) => ({
      userData: await recordMemberships(work, caller.userId, body),
    }))
    serve(gate, edits.getUserById, async ({ query }) => ({ userData: await getUser(db, query.userId) }))
    serve(gate, edits.getUserConsents, async ({ query }) => ({
      consents: await findAnsweredConsents(db, query.userId),
    }))
    serveWrite(gate, services, edits.removeUserPasskey, (work, { body: { userId, passkeyId } }) =>
      removePasskey(work, { userId, isFactor: false }, passkeyId),
    )
  },
  personal: {
    async forget(work, { userId }) {
      await deleteUser(work, userId)
    },
  },
})
