import type { FastifyRequest } from 'fastify'
import * as administrators from '#contract/administrators/calls.ts'
import * as emailChanges from '#contract/email-changes/calls.ts'
import * as passkeys from '#contract/passkeys/calls.ts'
import * as sessionCalls from '#contract/sessions/calls.ts'
import * as users from '#contract/users/calls.ts'
import * as edits from '#contract/users/edits.ts'
import { deviceOf } from '#server/core/http/devices.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { bearerOf, serve } from '#server/core/http/serve.ts'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import { removePasskey } from '#server/passkeys/passkeys.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
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
import type { SignIn } from './sign-in-user.ts'
import { createUser, signInUser, signInWithPasskey } from './sign-in-user.ts'
import { editUser, refuseImpossiblePhone, updateUser } from './update-user.ts'
import { inviteAdministrator, listAdministrators, removeAdministrator } from './user-administrators.ts'
import { changeEmail, confirmEmail, keepEmail, undoEmailChange } from './user-email-changes.ts'
import { signOutElsewhere, signOutEverywhere } from './user-evictions.ts'
import { recordMemberships } from './user-memberships.ts'
import type { SecondSteps } from './user-second-steps.ts'
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
  serve(gate, sessionCalls.exchangeToken, ({ body, request }) => signIn(body.authToken, request, signInUser))
  serve(gate, sessionCalls.createUser, ({ body: { authToken, ...account }, request }) => {
    refuseImpossiblePhone(account)
    return signIn(authToken, request, (work, given) => createUser(work, given, account))
  })
  serve(gate, passkeys.signInWithPasskey, ({ body, request }) =>
    replacing(request, (work, given) => signInWithPasskey(work, body.passkey, given)),
  )
  serve(gate, sessionCalls.checkAdminAccess, async ({ body, request }) => {
    const caller = await sessions.find(bearerOf(request))
    return { hasAccess: await hasAdminAccess(db, body.email, caller) }
  })
  serve(gate, sessionCalls.proveSession, async ({ caller, body }) => {
    const proven = await identity.verify(body.authToken)
    await write(services, caller, (work) => proveSession(work, identity, caller, proven))
  })
  serve(gate, sessionCalls.signOut, async ({ caller }) => {
    await write(services, caller, (work) => signOut(work, caller))
    sessions.forget([caller.tokenHash])
  })
  serve(gate, sessionCalls.getSessions, async ({ caller }) => ({
    sessions: await listSessions(services, caller),
  }))
  serve(gate, sessionCalls.endOtherSessions, async ({ caller, body }) => {
    const ended = await write(services, caller, async (work) => {
      const ended = await signOutElsewhere(work, caller, body)
      await secondSteps.forgetDevices(work.tx, caller.userId)
      return ended
    })
    sessions.forget(ended)
  })
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
  serve(gate, administrators.removeAdministrator, async ({ caller: { userId }, caller, body }) => {
    // Without the role: held from the beginning, of two who remove one another each would wait for the other.
    const ended = await write(services, { userId }, async (work) => {
      await secondSteps.refuseUnproven(work, caller)
      return removeAdministrator(work, identity, body)
    })
    sessions.forget(ended)
  })
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
  serve(gate, edits.endUserSessions, async ({ caller, body }) => {
    const ended = await write(services, caller, async (work) => {
      // The person first, as who signs in locks them.
      const ended = await signOutEverywhere(work, body.userId)
      await secondSteps.forgetDevices(work.tx, body.userId)
      return ended
    })
    sessions.forget(ended)
  })
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
  serve(gate, emailChanges.confirmEmail, async ({ body, request }) => {
    const { endedSessions, ...changed } = await write(services, undefined, (work) =>
      confirmEmail(work, body.code, bearerHash(request)),
    )
    sessions.forget(endedSessions)
    return changed
  })
  serve(gate, emailChanges.undoEmailChange, async ({ body }) => {
    const { endedSessions, ...changed } = await write(services, undefined, (work) =>
      undoEmailChange(work, body.code),
    )
    sessions.forget(endedSessions)
    return changed
  })

  /** Starts a session for the holder of an ID token. */
  async function signIn(
    authToken: string,
    request: FastifyRequest,
    verb: (work: Work, signIn: SignIn) => Promise<sessionCalls.SignedIn>,
  ): Promise<sessionCalls.SignedIn> {
    const proven = await identity.verify(authToken)
    const secondStep = secondSteps.of(request)
    return replacing(request, (work, given) => verb(work, { identity, proven, secondStep, ...given }))
  }

  /** Starts a session in the place of the one whose bearer comes along. */
  async function replacing(
    request: FastifyRequest,
    verb: (work: Work, given: Pick<SignIn, 'device' | 'replacedHash'>) => Promise<sessionCalls.SignedIn>,
  ): Promise<sessionCalls.SignedIn> {
    const device = deviceOf(request.headers['user-agent'])
    const replacedHash = bearerHash(request)
    const signedIn = await write(services, undefined, (work) => verb(work, { device, replacedHash }))
    if (replacedHash) sessions.forget([replacedHash])
    return signedIn
  }
}

/** Of the session that comes along, if one does. */
function bearerHash(request: FastifyRequest): Buffer | undefined {
  const bearer = bearerOf(request)
  return bearer === undefined ? undefined : hashOfSecret(bearer)
}
