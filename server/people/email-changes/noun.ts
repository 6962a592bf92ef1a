import * as calls from '#contract/people/email-changes/calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { shownInstant } from '#server/core/mail/shown-instant.ts'
import { job, noun } from '#server/noun.ts'
import { bearerHash } from '#server/people/sessions/session-calls.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite } from '#server/work.ts'
import { changeEmail, confirmEmail, keepEmail, refuseUndoable, undoEmailChange } from './email-changes.ts'
import { sweepEmailChanges } from './jobs.ts'
import { describeEmailChange, findAskedEmail, findEmailChanges } from './queries.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Deletes changes of email that can't be undone any more. */
    'sweep-email-changes': Record<string, never>
  }
}

declare module '#server/personal.ts' {
  interface RecordParts {
    /** The requested email, not yet verified. */
    newEmail: string | null
  }
}

export default noun({
  calls: [calls],
  serve(gate, services) {
    serve(gate, calls.getEmailChange, async ({ caller }) => ({
      newEmail: await findAskedEmail(services.db, caller.userId),
    }))
    serveWrite(gate, services, calls.changeEmail, (work, body, { caller }) =>
      changeEmail(work, caller, body.email),
    )
    serveWrite(gate, services, calls.keepEmail, (work, _, { caller }) => keepEmail(work, caller.userId))
    serve(gate, calls.describeEmailChange, ({ body }) => describeEmailChange(services, body.code))
    serveWrite(gate, services, calls.confirmEmail, (work, body, { request }) =>
      confirmEmail(work, body.code, bearerHash(request)),
    )
    serveWrite(gate, services, calls.undoEmailChange, (work, body) => undoEmailChange(work, body.code))
  },
  jobs: [job('sweep-email-changes', { run: sweepEmailChanges, cron: '37 * * * *' })],
  personal: {
    data: [
      personalData({
        key: 'emailChanges',
        title: 'Changes of email',
        read: ({ db }, { userId }) => findEmailChanges(db, userId),
        columns: {
          From: ({ oldEmail }, { user }) => oldEmail ?? user.email,
          To: 'newEmail',
          Status: ({ oldEmail, expiresAt }) =>
            oldEmail
              ? `Can be undone until ${shownInstant(expiresAt)}`
              : `Not verified; the link ends ${shownInstant(expiresAt)}`,
        },
      }),
    ],
    record: { newEmail: ({ db }, { userId }) => findAskedEmail(db, userId) },
    evict: keepEmail,
    handOver: (work, { from }) => keepEmail(work, from),
    refuseLeaving: refuseUndoable,
  },
})
