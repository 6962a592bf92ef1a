import * as passkeys from '#contract/passkeys/calls.ts'
import { deviceOf } from '#server/core/http/devices.ts'
import type { Caller, Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { write } from '#server/work.ts'
import { addPasskey, askPasskey, beginPasskey, removePasskey, renamePasskey } from './passkeys.ts'
import { findPasskeys } from './queries.ts'

/** Checks of the session, which passkeys know nothing of. */
interface SessionChecks {
  /** Refuses with SIGN_IN_TOO_OLD. */
  refuseOldSignIn(work: Work, caller: Caller): Promise<void>
  /** Refuses with SIGNED_OUT. */
  refuseEnded(work: Work, caller: Caller): Promise<void>
}

/** Serves a signed-in person's passkeys. Signing in with one starts a session and is served elsewhere. */
export function servePasskeys(gate: Gate, services: Services, checks: SessionChecks): void {
  serve(gate, passkeys.askPasskey, async () => ({
    options: await write(services, undefined, (work) => askPasskey(work)),
  }))
  serve(gate, passkeys.getPasskeys, async ({ caller }) => ({
    passkeys: await findPasskeys(services.db, caller.userId, 'own'),
  }))
  serve(gate, passkeys.beginPasskey, async ({ caller: { userId }, caller }) => ({
    options: await write(services, caller, async (work) => {
      await checks.refuseOldSignIn(work, caller)
      return beginPasskey(work, { userId, isFactor: false })
    }),
  }))
  serve(gate, passkeys.addPasskey, async ({ caller, body, request }) => {
    const made = { answer: body.passkey, device: deviceOf(request.headers['user-agent']) }
    const holder = { userId: caller.userId, isFactor: false }
    await write(services, caller, async (work) => {
      await addPasskey(work, holder, made)
      // Checks after the insert: its lock on the person makes ending sessions either visible here or delete this passkey.
      await checks.refuseEnded(work, caller)
    })
  })
  serve(gate, passkeys.removePasskey, ({ caller, body }) =>
    write(services, caller, (work) =>
      removePasskey(work, { userId: caller.userId, isFactor: false }, body.passkeyId),
    ),
  )
  serve(gate, passkeys.renamePasskey, ({ caller, body }) =>
    write(services, caller, (work) => renamePasskey(work, { userId: caller.userId, isFactor: false }, body)),
  )
}
