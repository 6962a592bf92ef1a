import * as passkeys from '#contract/passkeys.ts'
import { deviceOf } from '#server/platform/http/devices.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { addPasskey, askPasskey, beginPasskey, removePasskey, renamePasskey } from './passkeys.ts'
import { findPasskeys } from './queries.ts'

/** Those of whoever is signed in. What a passkey begins is a session, and served by the users. */
export function servePasskeys(gate: Gate, services: Services): void {
  serve(gate, passkeys.askPasskey, async () => ({
    options: await write(services, undefined, (work) => askPasskey(work)),
  }))
  serve(gate, passkeys.getPasskeys, async ({ caller }) => ({
    passkeys: await findPasskeys(services.db, caller.userId, 'own'),
  }))
  serve(gate, passkeys.beginPasskey, async ({ caller: { userId }, caller }) => ({
    options: await write(services, caller, (work) => beginPasskey(work, { userId, isFactor: false })),
  }))
  serve(gate, passkeys.addPasskey, async ({ caller, body, request }) => {
    const made = { answer: body.passkey, device: deviceOf(request.headers['user-agent']) }
    const holder = { userId: caller.userId, isFactor: false }
    await write(services, caller, (work) => addPasskey(work, holder, made))
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
