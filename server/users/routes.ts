import * as administrators from '#contract/administrators/calls.ts'
import * as emailChanges from '#contract/email-changes/calls.ts'
import * as passkeys from '#contract/passkeys/calls.ts'
import * as sessionCalls from '#contract/sessions/calls.ts'
import * as users from '#contract/users/calls.ts'
import * as edits from '#contract/users/edits.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { bearerOf, serve } from '#server/core/http/serve.ts'
import { removePasskey } from '#server/passkeys/passkeys.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import {
  describeEmailChange,
  findAnsweredConsents,
  findAskedEmail,
  findConsents,
  getUser,
  hasAdminAccess,
  isRegistered,
  listSessions,
} from './queries.ts'
import { createUser, signInUser, signInWithPasskey } from './sign-in-user.ts'
import { editUser, refuseImpossiblePhone, updateUser } from './update-user.ts'
import { inviteAdministrator, listAdministrators, removeAdministrator } from './user-administrators.ts'
import { changeEmail, confirmEmail, keepEmail, undoEmailChange } from './user-email-changes.ts'
import { signOutElsewhere, signOutEverywhere } from './user-evictions.ts'
import { recordMemberships } from './user-memberships.ts'
import type { SecondSteps } from './user-second-steps.ts'
import { bearerHash, browserOf, signInWith } from './user-session-calls.ts'
import { signOut } from './user-session-changes.ts'
import { proveSession } from './user-session-proofs.ts'
import type { Sessions } from './user-sessions.ts'

export function serveUsers(
  gate: Gate,
  services: Services,
  sessions: Sessions,
  secondSteps: SecondSteps,
): void {
  const { db, identity } = services
  serve(gate, users.checkEmailExists, async ({ query }) => ({
    emailExists: await isRegistered(services, query.email),
  }))
  serve(gate, sessionCalls.exchangeToken, ({ body, request }) =>
    signInWith(services, { ...body, request }, (work, given) =>
      signInUser(work, { ...given, secondStep: secondSteps.of(request) }),
    ),
  )
  serve(gate, sessionCalls.createUser, ({ body: { authToken, ...account }, request }) => {
    refuseImpossiblePhone(account)
    return signInWith(services, { authToken, request }, (work, given) =>
      createUser(work, { ...given, secondStep: secondSteps.of(request) }, account),
    )
  })
  serve(gate, passkeys.signInWithPasskey, ({ body, request }) =>
    write(services, undefined, (work) => signInWithPasskey(work, body.passkey, browserOf(request))),
  )
  serve(gate, sessionCalls.checkAdminAccess, async ({ body, request }) => {
    const caller = await sessions.find(bearerOf(request))
    return { hasAccess: await hasAdminAccess(db, body.email, caller) }
  })
  serve(gate, sessionCalls.proveSession, async ({ caller, body }) => {
    const proven = await identity.verify(body.authToken)
    await write(services, caller, (work) => proveSession(work, caller, { identity, proven }))
  })
  serve(gate, sessionCalls.signOut, ({ caller }) =>
    write(services, caller, (work) => signOut(work, caller)),
  )
  serve(gate, sessionCalls.getSessions, async ({ caller }) => ({
    sessions: await listSessions(services, caller),
  }))
  serve(gate, sessionCalls.endOtherSessions, ({ caller, body }) =>
    write(services, caller, async (work) => {
      await signOutElsewhere(work, caller, body)
      await secondSteps.forgetDevices(work.tx, caller.userId)
    }),
  )
  serve(gate, users.getConsents, async ({ caller }) => ({ consents: await findConsents(db, caller.userId) }))
  serve(gate, users.getProfile, async ({ caller }) => ({ userData: await getUser(db, caller.userId) }))
  serve(gate, users.updateProfile, async ({ caller, body }) => ({
    userData: await write(services, caller, (work) => updateUser(work, caller.userId, body)),
  }))
  serve(gate, users.updateMembershipInfo, async ({ caller, body }) => ({
    userData: await write(services, caller, (work) => recordMemberships(work, caller.userId, body)),
  }))
  serve(gate, administrators.getAdministrators, async () => ({
    administrators: await listAdministrators(db),
  }))
  serve(gate, administrators.inviteAdministrator, ({ caller, body }) =>
    write(services, caller, async (work) => {
      await secondSteps.refuseUnproven(work, caller)
      await inviteAdministrator(work, identity, body.email)
    }),
  )
  serve(gate, administrators.removeAdministrator, ({ caller: { userId }, caller, body }) =>
    // Without the role: held from the beginning, of two who remove one another each would wait for the other.
    write(services, { userId }, async (work) => {
      await secondSteps.refuseUnproven(work, caller)
      await removeAdministrator(work, identity, body)
    }),
  )
  serve(gate, edits.getUserById, async ({ query }) => ({ userData: await getUser(db, query.userId) }))
  serve(gate, edits.getUserConsents, async ({ query }) => ({
    consents: await findAnsweredConsents(db, query.userId),
  }))
  serve(gate, edits.updateUserByAdmin, async ({ caller, body }) => ({
    userData: await write(services, caller, (work) => editUser(work, body)),
  }))
  serve(gate, edits.removeUserPasskey, ({ caller, body: { userId, passkeyId } }) =>
    write(services, caller, (work) => removePasskey(work, { userId, isFactor: false }, passkeyId)),
  )
  serve(gate, edits.endUserSessions, ({ caller, body }) =>
    write(services, caller, async (work) => {
      // The person first, as who signs in locks them.
      await signOutEverywhere(work, body.userId)
      await secondSteps.forgetDevices(work.tx, body.userId)
    }),
  )
  serve(gate, emailChanges.getEmailChange, async ({ caller }) => ({
    newEmail: await findAskedEmail(db, caller.userId),
  }))
  serve(gate, emailChanges.changeEmail, ({ caller, body }) =>
    write(services, caller, (work) => changeEmail(work, caller, body.email)),
  )
  serve(gate, emailChanges.keepEmail, ({ caller }) =>
    write(services, caller, (work) => keepEmail(work, caller.userId)),
  )
  serve(gate, emailChanges.describeEmailChange, ({ body }) => describeEmailChange(services, body.code))
  serve(gate, emailChanges.confirmEmail, ({ body, request }) =>
    write(services, undefined, (work) => confirmEmail(work, body.code, bearerHash(request))),
  )
  serve(gate, emailChanges.undoEmailChange, ({ body }) =>
    write(services, undefined, (work) => undoEmailChange(work, body.code)),
  )
}
