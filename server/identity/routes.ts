import * as identity from '#contract/identity.ts'
import { getUser } from '#server/accounts/queries.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { serve, serveFile } from '#server/platform/http/serve.ts'
import type { Services } from '#server/services.ts'
import {
  resetPassword,
  sendPasswordReset,
  sendSignInLink,
  signInWithLink,
  signInWithPassword,
} from './identity.ts'
import { publicKeys } from './identity-tokens.ts'

export function serveIdentity(gate: Gate, services: Services): void {
  serve(gate, identity.sendSignInLink, async ({ body }) => {
    await sendSignInLink(services, body.email)
    return {}
  })
  serve(gate, identity.signInWithLink, async ({ body }) => ({
    idToken: await signInWithLink(services, body.email, body.code),
  }))
  serve(gate, identity.signInWithPassword, async ({ body }) => ({
    idToken: await signInWithPassword(services, body.email, body.password),
  }))
  serve(gate, identity.sendPasswordReset, async ({ body }) => {
    await sendPasswordReset(services, body.email)
    return {}
  })
  serve(gate, identity.resetPassword, async ({ body }) => {
    await resetPassword(services, body.email, body.code, body.password)
    return {}
  })
  serve(gate, identity.sendVerification, async ({ caller }) => {
    const user = await getUser(services.db, caller.userId)
    await sendSignInLink(services, user.email)
    return {}
  })
  serveFile(gate, identity.jwks, async ({ reply }) => reply.send(await publicKeys(services.db)))
}
