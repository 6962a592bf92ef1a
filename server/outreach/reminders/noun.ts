import { paths } from '#contract/core/paths.ts'
import * as reminders from '#contract/outreach/reminders/calls.ts'
import { takeForms } from '#server/core/http/mail-program-forms.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { job, minute, noun } from '#server/noun.ts'
import {
  chooseReminders,
  hasReminders,
  resumeReminders,
  stopReminders,
} from '#server/people/users/user-reminders.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite } from '#server/work.ts'
import { remind } from './jobs.ts'
import { remindOfRenewal } from './renewal-reminders.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    remind: Record<string, never>
    /** `after`: the previous page's last user. */
    'remind-of-renewal': { after?: string }
  }
}

export default noun({
  calls: [reminders],
  serve(gate, services) {
    serve(gate, reminders.getReminders, async ({ caller }) => ({
      hasReminders: await hasReminders(services.db, caller.userId),
    }))
    serveWrite(gate, services, reminders.chooseReminders, async (work, body, { caller }) => {
      await chooseReminders(work, caller.userId, body.hasReminders)
      return body
    })
    serveWrite(gate, services, reminders.stopReminders, (work, body) => stopReminders(work, body.code))
    serveWrite(gate, services, reminders.resumeReminders, (work, body) => resumeReminders(work, body.code))
    serveFile(gate, reminders.openStopReminders, ({ params, reply }) =>
      reply.redirect(services.config.publicUrl + paths.stopReminders(params)),
    )
    gate.app.register(async (app) => {
      takeForms(app)
      serveWrite({ ...gate, app }, services, reminders.stopRemindersByMailProgram, (work, _, { params }) =>
        stopReminders(work, params.code),
      )
    })
  },
  jobs: [
    job('remind', { verb: remind, expireInSeconds: 5 * minute, cron: '*/5 * * * *' }),
    job('remind-of-renewal', { verb: remindOfRenewal, expireInSeconds: 5 * minute, cron: '47 * * * *' }),
  ],
  personal: {
    data: [
      personalData({
        key: 'reminders',
        title: 'Reminders',
        read: async ({ db }, { userId }) => ({ areOn: await hasReminders(db, userId) }),
        columns: { Reminders: ({ areOn }) => (areOn ? 'On' : 'Off') },
      }),
    ],
  },
})
