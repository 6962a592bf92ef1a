import type { FastifyInstance } from 'fastify'
import { paths } from '#contract/core/paths.ts'
import * as reminders from '#contract/reminders/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { chooseReminders, hasReminders } from '#server/users/user-reminders.ts'
import { write } from '#server/work.ts'

export function serveReminders(gate: Gate, services: Services): void {
  serve(gate, reminders.getReminders, async ({ caller }) => ({
    hasReminders: await hasReminders(services.db, caller.userId),
  }))
  serve(gate, reminders.chooseReminders, async ({ caller, body }) => {
    await write(services, caller, (work) =>
      chooseReminders(work, { userId: caller.userId }, body.hasReminders),
    )
    return body
  })
  serve(gate, reminders.stopReminders, ({ body }) => choose(body.code, false))
  serve(gate, reminders.resumeReminders, ({ body }) => choose(body.code, true))
  serveFile(gate, reminders.openStopReminders, ({ params, reply }) =>
    reply.redirect(services.config.publicUrl + paths.stopReminders(params)),
  )
  gate.app.register(async (app) => {
    takeForms(app)
    serve({ ...gate, app }, reminders.stopRemindersByMailProgram, ({ params }) => choose(params.code, false))
  })

  function choose(reminderCode: string, hasReminders: boolean): Promise<void> {
    return write(services, undefined, (work) => chooseReminders(work, { reminderCode }, hasReminders))
  }
}

/** Accepts the forms that mail programs post; the address alone says everything. */
function takeForms(app: FastifyInstance): void {
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.addContentTypeParser(forms, { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
}
