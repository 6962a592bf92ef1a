import * as passkeys from '#contract/people/passkeys/calls.ts'
import { deviceOf } from '#server/core/http/devices.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import { job, noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import type { Work } from '#server/work.ts'
import { serveWrite } from '#server/work.ts'
import { sweepChallenges } from './jobs.ts'
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  forgetPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys.ts'
import { findPasskeys } from './queries.ts'

declare module '#server/personal.ts' {
  interface RecordParts {
    /** For signing in, not those of a second factor. */
    passkeys: Awaited<ReturnType<typeof findPasskeys>>
  }
}

/** Checks of the session, of which passkeys know nothing. */
interface SessionChecks {
  refuseOldSignIn(work: Work, caller: Caller): Promise<void>
  refuseEnded(work: Work, caller: Caller): Promise<void>
}

/** Serves a signed-in person's passkeys. Signing in with one starts a session and is served elsewhere. */
declare module '#server/jobs.ts' {
  interface Jobs {
    'sweep-challenges': Record<string, never>
  }
}

export default (checks: SessionChecks) =>
  noun({
    calls: [passkeys],
    serve(gate, services) {
      serveWrite(gate, services, passkeys.askPasskey, async (work) => ({ options: await askPasskey(work) }))
      serve(gate, passkeys.getPasskeys, async ({ caller }) => ({
        passkeys: await findPasskeys(services.db, caller.userId, 'own'),
      }))
      serveWrite(gate, services, passkeys.beginPasskey, async (work, _, { caller }) => {
        await checks.refuseOldSignIn(work, caller)
        return { options: await beginPasskey(work, { userId: caller.userId, isFactor: false }) }
      })
      serveWrite(gate, services, passkeys.addPasskey, async (work, body, { caller, request }) => {
        const made = { answer: body.passkey, device: deviceOf(request.headers['user-agent']) }
        await addPasskey(work, { userId: caller.userId, isFactor: false }, made)
        // Checks after the insert, which locks the person. Ending sessions is then either visible here or
        // deletes this passkey.
        await checks.refuseEnded(work, caller)
      })
      serveWrite(gate, services, passkeys.removePasskey, (work, body, { caller }) =>
        removePasskey(work, { userId: caller.userId, isFactor: false }, body.passkeyId),
      )
      serveWrite(gate, services, passkeys.renamePasskey, (work, body, { caller }) =>
        renamePasskey(work, { userId: caller.userId, isFactor: false }, body),
      )
    },
    jobs: [job('sweep-challenges', { run: sweepChallenges, cron: '57 * * * *' })],
    personal: {
      data: [
        personalData({
          key: 'passkeys',
          title: 'Passkeys',
          read: async ({ db }, { userId }) => {
            const [own, factors] = [
              await findPasskeys(db, userId, 'own'),
              await findPasskeys(db, userId, 'factors'),
            ]
            return [...own, ...factors].map(({ passkeyId: _, ...passkey }) => passkey)
          },
          columns: {
            Device: 'name',
            Added: 'addedAt',
            'Last used': ({ lastUsedAt }) => lastUsedAt ?? 'Not yet',
          },
        }),
      ],
      record: { passkeys: ({ db }, { userId }) => findPasskeys(db, userId, 'own') },
      async evict(work, userId, { keepsPasskeys }) {
        if (!keepsPasskeys) await forgetPasskeys(work, userId, 'own')
      },
      handOver: (work, { from }) => forgetPasskeys(work, from),
    },
  })
