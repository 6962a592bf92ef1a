import type { Input } from '#contract/core/endpoint.ts'
import { paths } from '#contract/core/paths.ts'
import * as identity from '#contract/people/identity/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import type { People } from '#server/core/identity/identity.ts'
import { refusesPassword } from '#server/core/single-sign-on/single-sign-on-config.ts'
import { job, minute, noun, tries } from '#server/noun.ts'
import { findIdentities } from '#server/people/users/queries.ts'
import { personalData } from '#server/personal.ts'
import type { Services, Tx } from '#server/services.ts'
import { publicKeys } from './identity-tokens.ts'
import { sweepCodes } from './jobs.ts'

/** Serves the calls below `/api/identity`, whichever identity provider answers them. */
declare module '#server/jobs.ts' {
  interface Jobs {
    /** Deletes expired sign-in and reset codes, and other traces of signing in. */
    'sweep-codes': Record<string, never>
    /** Asks a hosted identity provider to email a link for a new password. */
    'mail-password-reset': { email: string }
    /** Asks a hosted identity provider if the passwords of sessions are still valid. */
    'recheck-passwords': Record<string, never>
  }
}

export default (peopleOf: (services: Services) => People<Tx>) =>
  noun({
    calls: [identity],
    serve(gate, services) {
      const people = peopleOf(services)
      const { identity: provider, db, config } = services
      const calls = provider.calls(people)
      serve(gate, identity.sendSignInLink, ({ body: { email, ...options }, request }) =>
        calls.sendSignInLink(email, { ...options, turn: request.strangerTurn }),
      )
      serve(gate, identity.signInWithLink, ({ body: { email, code } }) => calls.signInWithLink(email, code))
      serve(gate, identity.signInWithPassword, async ({ body: { email, password } }) => ({
        idToken: await calls.signInWithPassword(email, password),
      }))
      const hasNoPassword = async (email: string) =>
        refusesPassword(config.singleSignOn, email) && (await people.roleOf(email)) === 'admin'
      serve(gate, identity.sendPasswordReset, async ({ body }) => {
        // The same answer for everybody, which does not reveal administrators.
        if (!(await hasNoPassword(body.email))) await calls.sendPasswordReset(body.email)
      })
      serve(gate, identity.resetPassword, async ({ body }) => {
        if (await hasNoPassword(body.email)) throw new Refusal('SINGLE_SIGN_ON_REQUIRED')
        await calls.resetPassword(body)
      })
      serve(gate, identity.sendVerification, async ({ caller }) =>
        calls.sendSignInLink(await people.emailOf(caller.userId), { caller }),
      )
      serveFile(gate, identity.followMailedLink, ({ query, reply }) => reply.redirect(pageOf(query), 303))
      serveFile(gate, identity.jwks, async ({ reply }) => reply.send(await publicKeys(db)))
    },
    jobs: [
      job('sweep-codes', { run: sweepCodes, cron: '*/5 * * * *' }),
      job('mail-password-reset', {
        run: async (services, { email }) => services.identity.mailReset?.(peopleOf(services), email),
        ...tries(6, 5 * minute),
      }),
      job('recheck-passwords', {
        run: async (services) => services.identity.recheck?.(peopleOf(services)),
        expireInSeconds: 4 * minute,
        cron: '*/5 * * * *',
      }),
    ],
    personal: {
      data: [
        personalData({
          key: 'identities',
          title: 'Identity provider',
          read: ({ db }, { userId }) => findIdentities(db, userId),
          columns: { Provider: 'issuer', 'Known there as': 'subject' },
        }),
      ],
    },
  })

/** Returns the page for a link in Firebase's mails. The code goes into the fragment, which no log contains. */
function pageOf({ mode, code, continueUrl }: Input<typeof identity.followMailedLink>['query']) {
  const given = code === undefined ? undefined : { code: encodeURIComponent(code) }
  if (mode === 'resetPassword') return given ? paths.resetPassword(given) : paths.resetPassword()
  if (!given || mode !== 'signIn') return paths.signInLink()
  const slot = /\?slot=(\d{1,9})$/.exec(continueUrl ?? '')?.[1]
  return paths.signInLink({ ...given, eventSlotId: slot === undefined ? undefined : Number(slot) })
}
