import type { JSONWebKeySet } from 'jose'
import { paths } from '#contract/core/paths.ts'
import * as identity from '#contract/identity/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import type { People } from '#server/core/identity/identity.ts'
import type { Services, Tx } from '#server/services.ts'
import type { IdentityCalls } from './identity-calls.ts'

export type IdentityServices = Pick<Services, 'config' | 'db' | 'jobs' | 'notices' | 'clock' | 'log'>

interface Served {
  calls: IdentityCalls
  people: Pick<People<Tx>, 'emailOf'>
  /** Absent where a provider publishes its keys itself. */
  publicKeys?: () => Promise<JSONWebKeySet>
}

/** Serves the calls below `/api/identity` for a provider. */
export function serveIdentity(gate: Gate, { calls, people, publicKeys }: Served): void {
  serve(gate, identity.sendSignInLink, ({ body }) => calls.sendSignInLink(body.email))
  serve(gate, identity.signInWithLink, async ({ body: { email, code } }) => ({
    idToken: await calls.signInWithLink(email, code),
  }))
  serve(gate, identity.signInWithPassword, async ({ body: { email, password } }) => ({
    idToken: await calls.signInWithPassword(email, password),
  }))
  serve(gate, identity.sendPasswordReset, ({ body }) => calls.sendPasswordReset(body.email))
  serve(gate, identity.resetPassword, ({ body }) => calls.resetPassword(body))
  serve(gate, identity.sendVerification, async ({ caller }) =>
    calls.sendSignInLink(await people.emailOf(caller.userId), caller),
  )
  serveFile(gate, identity.followMailedLink, ({ query, reply }) => reply.redirect(pageOf(query), 303))
  serveFile(gate, identity.jwks, async ({ reply }) => {
    if (!publicKeys) throw new Refusal('NOT_FOUND')
    return reply.send(await publicKeys())
  })
}

/** Which page takes the code of a link that Firebase has mailed; it goes on in the fragment, where no log ever has it. */
function pageOf({ mode, code }: { mode?: string | undefined; code?: string | undefined }): string {
  const given = code === undefined ? undefined : { code: encodeURIComponent(code) }
  if (mode === 'resetPassword') return given ? paths.resetPassword(given) : paths.resetPassword()
  return given && mode === 'signIn' ? paths.signInLink(given) : paths.signInLink()
}
