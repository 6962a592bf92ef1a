import * as identity from '#contract/identity.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { serve, serveFile } from '#server/platform/http/serve.ts'
import type { People } from '#server/platform/identity/identity.ts'
import { hashPassword } from '#server/platform/identity/passwords.ts'
import type { Services, Tx } from '#server/services.ts'
import { write } from '#server/work.ts'
import {
  resetPassword,
  sendPasswordReset,
  sendSignInLink,
  signInWithLink,
  signInWithPassword,
} from './identity.ts'
import { publicKeys } from './identity-tokens.ts'

export type IdentityServices = Pick<Services, 'config' | 'db' | 'jobs' | 'clock'>

export function serveIdentity(gate: Gate, services: IdentityServices, people: People<Tx>): void {
  const { db } = services
  serve(gate, identity.sendSignInLink, ({ body }) =>
    write(services, undefined, (work) => sendSignInLink(work, body.email)),
  )
  serve(gate, identity.signInWithLink, async ({ body }) => ({
    idToken: await write(services, undefined, (work) => signInWithLink(work, body.email, body.code)),
  }))
  serve(gate, identity.signInWithPassword, async ({ body: { email, password } }) => ({
    idToken: await signInWithPassword(services, email, password),
  }))
  serve(gate, identity.sendPasswordReset, ({ body }) =>
    write(services, undefined, (work) => sendPasswordReset(work, body.email)),
  )
  serve(gate, identity.resetPassword, async ({ body: { email, code, password } }) => {
    const passwordHash = await hashPassword(password)
    await write(services, undefined, (work) => resetPassword(work, people, { email, code, passwordHash }))
  })
  serve(gate, identity.sendVerification, async ({ caller }) => {
    const email = await people.emailOf(caller.userId)
    await write(services, caller, (work) => sendSignInLink(work, email))
  })
  serveFile(gate, identity.jwks, async ({ reply }) => reply.send(await publicKeys(db)))
}
