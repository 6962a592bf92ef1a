import type { Input } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import * as identity from '#contract/people/identity/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import type { People } from '#server/core/identity/identity.ts'
import type { Services, Tx } from '#server/services.ts'
import { publicKeys } from './identity-tokens.ts'

/** Serves the calls below `/api/identity`, whichever identity provider answers them. */
export function serveIdentity(
  gate: Gate,
  { identity: provider, db }: Pick<Services, 'identity' | 'db'>,
  people: People<Tx>,
): void {
  const calls = provider.calls(people)
  serve(gate, identity.sendSignInLink, ({ body: { email, ...options }, request }) =>
    calls.sendSignInLink(email, { ...options, turn: request.strangerTurn }),
  )
  serve(gate, identity.signInWithLink, ({ body: { email, code } }) => calls.signInWithLink(email, code))
  serve(gate, identity.signInWithPassword, async ({ body: { email, password } }) => ({
    idToken: await calls.signInWithPassword(email, password),
  }))
  serve(gate, identity.sendPasswordReset, ({ body }) => calls.sendPasswordReset(body.email))
  serve(gate, identity.resetPassword, ({ body }) => calls.resetPassword(body))
  serve(gate, identity.sendVerification, async ({ caller }) =>
    calls.sendSignInLink(await people.emailOf(caller.userId), { caller }),
  )
  serveFile(gate, identity.followMailedLink, ({ query, reply }) => reply.redirect(pageOf(query), 303))
  serveFile(gate, identity.jwks, async ({ reply }) => reply.send(await publicKeys(db)))
}

/** Returns the page for a link of Firebase's mails. The code goes into the fragment, which no log contains. */
function pageOf({ mode, code, continueUrl }: Input<typeof identity.followMailedLink>['query']): string {
  const given = code === undefined ? undefined : { code: encodeURIComponent(code) }
  if (mode === 'resetPassword') return given ? paths.resetPassword(given) : paths.resetPassword()
  if (!given || mode !== 'signIn') return paths.signInLink()
  const slot = /\?slot=(\d{1,9})$/.exec(continueUrl ?? '')?.[1]
  return paths.signInLink({ ...given, eventSlotId: slot === undefined ? undefined : Number(slot) })
}
