import type { FastifyRequest } from 'fastify'
import * as passkeys from '#contract/people/passkeys/calls.ts'
import * as calls from '#contract/people/sessions/calls.ts'
import * as demo from '#contract/people/sessions/look-around.ts'
import { isFromThisMachine } from '#server/core/http/loopback.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { job, noun } from '#server/noun.ts'
import { refuseImpossiblePhone } from '#server/people/users/user-updates.ts'
import { personalData } from '#server/personal.ts'
import type { Services } from '#server/services.ts'
import { serveWrite, write } from '#server/work.ts'
import { sweepSessions } from './jobs.ts'
import { findDemoAccounts, hasAdminAccess, listSessions } from './queries.ts'
import { browserOf, signInWith } from './session-calls.ts'
import { endSessions, signOut } from './session-changes.ts'
import { proveSession, refuseOldSignIn } from './session-proofs.ts'
import type { SecondStep } from './session-sign-ins.ts'
import { createUser, lookAround, signInUser, signInWithPasskey } from './session-sign-ins.ts'

declare module '#server/personal.ts' {
  interface RecordParts {
    sessions: Awaited<ReturnType<typeof listSessions>>
  }
}

declare module '#server/jobs.ts' {
  interface Jobs {
    'sweep-sessions': Record<string, never>
  }
}

/** Serves sign-ins and sign-outs. `secondStepOf`: the second factor, which depends on sessions and not the reverse. */
export default (secondStepOf: (services: Services) => (request: FastifyRequest) => SecondStep) =>
  noun({
    calls: [calls, demo],
    serve(gate, services) {
      const secondStep = secondStepOf(services)
      const { db, identity } = services
      serve(gate, calls.exchangeToken, ({ body, request }) =>
        signInWith(services, { ...body, request }, (work, given) =>
          signInUser(work, { ...given, secondStep: secondStep(request) }),
        ),
      )
      serve(gate, calls.createUser, ({ body: { authToken, ...account }, request }) => {
        refuseImpossiblePhone(account)
        return signInWith(services, { authToken, request }, (work, given) =>
          createUser(work, { ...given, secondStep: secondStep(request) }, account),
        )
      })
      serveWrite(gate, services, passkeys.signInWithPasskey, (work, body, { request }) =>
        signInWithPasskey(work, body.passkey, browserOf(request)),
      )
      serve(gate, calls.checkAdminAccess, async ({ body, request }) => {
        const caller = await gate.findCaller(request)
        const hasAccess = await hasAdminAccess(db, body.email, caller)
        return { hasAccess, ...(hasAccess && caller && { permissions: [...caller.permissions] }) }
      })
      serve(gate, calls.proveSession, async ({ caller, body }) => {
        const proven = await identity.verify(body.authToken)
        await write(services, caller, (work) => proveSession(work, caller, { identity, proven }))
      })
      serveWrite(gate, services, calls.signOut, (work, _, { caller }) => signOut(work, caller))
      serve(gate, calls.getSessions, async ({ caller }) => ({
        sessions: await listSessions(services, caller),
      }))
      const { mail, hasDemoPeople } = services.config
      if (!mail.hasMailbox) return
      serve(gate, demo.getDemoAccounts, async ({ request }) => {
        refuseOthers(request)
        return { accounts: hasDemoPeople ? await findDemoAccounts(db) : [] }
      })
      serveWrite(gate, services, demo.lookAround, (work, body, { request }) => {
        refuseOthers(request)
        if (!hasDemoPeople) throw new Refusal('NOT_FOUND')
        return lookAround(work, body.as, { ...browserOf(request), secondStep: secondStep(request) })
      })
    },
    jobs: [job('sweep-sessions', { run: sweepSessions, cron: '17 * * * *' })],
    personal: {
      data: [
        personalData({
          key: 'sessions',
          title: 'Sessions',
          read: async (services, person) =>
            (await listSessions(services, person)).map(({ isThisOne: _, ...session }) => session),
          columns: {
            Browser: ({ device }) => device || 'An unknown browser',
            'Signed in': 'beganAt',
            By: ({ beganBy }) =>
              ({
                link: 'An emailed link or code',
                password: 'A password',
                passkey: 'A passkey',
                'single-sign-on': 'A company account',
              })[beganBy],
            'Last used': 'lastSeenAt',
          },
        }),
      ],
      record: { sessions: listSessions },
      evict: (work, userId, { tokenHash }) => endSessions(work, userId, tokenHash),
      handOver: (work, { from }) => endSessions(work, from),
      refuseLeaving: refuseOldSignIn,
      async forget(work, { userId }) {
        await endSessions(work, userId)
      },
    },
  })

/** The demo's accounts are for callers on this machine, who can read its mailbox, too. */
function refuseOthers(request: FastifyRequest) {
  if (!isFromThisMachine(request)) throw new Refusal('NOT_FOUND')
}
