import * as calls from '#contract/people/email-changes/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import { bearerHash } from '#server/people/sessions/session-calls.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { changeEmail, confirmEmail, keepEmail, undoEmailChange } from './email-changes.ts'
import { describeEmailChange, findAskedEmail } from './queries.ts'

export function serveEmailChanges(gate: Gate, services: Services): void {
  serve(gate, calls.getEmailChange, async ({ caller }) => ({
    newEmail: await findAskedEmail(services.db, caller.userId),
  }))
  serveWrite(gate, services, calls.changeEmail, (work, { caller, body }) =>
    changeEmail(work, caller, body.email),
  )
  serveWrite(gate, services, calls.keepEmail, (work, { caller }) => keepEmail(work, caller.userId))
  serve(gate, calls.describeEmailChange, ({ body }) => describeEmailChange(services, body.code))
  serveWrite(gate, services, calls.confirmEmail, (work, { body, request }) =>
    confirmEmail(work, body.code, bearerHash(request)),
  )
  serveWrite(gate, services, calls.undoEmailChange, (work, { body }) => undoEmailChange(work, body.code))
}
