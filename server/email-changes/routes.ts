import * as calls from '#contract/email-changes/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { bearerHash } from '#server/sessions/session-calls.ts'
import { write } from '#server/work.ts'
import { changeEmail, confirmEmail, keepEmail, undoEmailChange } from './email-changes.ts'
import { describeEmailChange, findAskedEmail } from './queries.ts'

export function serveEmailChanges(gate: Gate, services: Services): void {
  serve(gate, calls.getEmailChange, async ({ caller }) => ({
    newEmail: await findAskedEmail(services.db, caller.userId),
  }))
  serve(gate, calls.changeEmail, ({ caller, body }) =>
    write(services, caller, (work) => changeEmail(work, caller, body.email)),
  )
  serve(gate, calls.keepEmail, ({ caller }) =>
    write(services, caller, (work) => keepEmail(work, caller.userId)),
  )
  serve(gate, calls.describeEmailChange, ({ body }) => describeEmailChange(services, body.code))
  serve(gate, calls.confirmEmail, ({ body, request }) =>
    write(services, undefined, (work) => confirmEmail(work, body.code, bearerHash(request))),
  )
  serve(gate, calls.undoEmailChange, ({ body }) =>
    write(services, undefined, (work) => undoEmailChange(work, body.code)),
  )
}
