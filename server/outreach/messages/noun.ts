import { sql } from 'kysely'
import { paths } from '#contract/core/paths.ts'
import * as messages from '#contract/outreach/messages/calls.ts'
import * as leaving from '#contract/outreach/messages/leaving.ts'
import { messageResultLabels } from '#contract/outreach/messages/rules.ts'
import { acceptFormBodies } from '#server/core/http/form-bodies.ts'
import { takeForms } from '#server/core/http/mail-program-forms.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { forDays, job, minute, noun } from '#server/noun.ts'
import { withdrawConsent } from '#server/people/users/user-memberships.ts'
import { personalData } from '#server/personal.ts'
import type { Work } from '#server/work.ts'
import { serveWrite } from '#server/work.ts'
import { expireMessages, sweepMessages, writeMessage } from './jobs.ts'
import { drawMessage, testMessage } from './message-samples.ts'
import { findMessages, findMessagesTo, getMessage, getMessageResults, previewRecipients } from './queries.ts'
import { startMessage } from './start-message.ts'
import { stopMessage, withdrawUnsent } from './stop-message.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Writes a message's next emails. */
    'write-message': { messageId: number }
    'sweep-messages': Record<string, never>
  }
}

export default noun({
  calls: [messages, leaving],
  serve(gate, services) {
    const { db, config } = services
    acceptFormBodies(gate, (gate) => {
      serve(gate, messages.previewRecipients, ({ body }) => previewRecipients(services, body))
      serveWrite(gate, services, messages.startMessage, startMessage)
    })
    serve(gate, messages.drawMessage, ({ body }) => drawMessage(services, body))
    serveWrite(gate, services, messages.testMessage, (work, body, { caller }) =>
      testMessage(work, caller.userId, body),
    )
    serve(gate, messages.getMessages, ({ query }) => findMessages(db, query))
    serve(gate, messages.getMessage, ({ params }) => getMessage(db, params.messageId))
    serve(gate, messages.getMessageResults, ({ query }) => getMessageResults(db, query))
    serveWrite(gate, services, messages.stopMessage, (work, _, { params }) =>
      stopMessage(work, params.messageId),
    )
    serveWrite(gate, services, leaving.leaveMailingList, (work, body) => leaveMailingList(work, body.code))
    serveFile(gate, leaving.openUnsubscribe, ({ params, reply }) =>
      reply.redirect(config.publicUrl + paths.leaveMailingList(params)),
    )
    gate.app.register(async (app) => {
      takeForms(app)
      serveWrite({ ...gate, app }, services, leaving.leaveByMailProgram, (work, _, { params }) =>
        leaveMailingList(work, params.code),
      )
    })
  },
  jobs: [
    job('write-message', {
      verb: writeMessage,
      follows: {
        'message-started': ({ messageId }) =>
          messageId === undefined ? [] : [{ data: { messageId }, isUrgent: true }],
      },
      ...forDays,
      expireInSeconds: 5 * minute,
    }),
    job('sweep-messages', { verb: sweepMessages, cron: '*/5 * * * *' }),
  ],
  expire: expireMessages,
  personal: {
    data: [
      personalData({
        key: 'messages',
        title: 'Messages to you and others',
        read: ({ db }, { userId }) => findMessagesTo(db, userId),
        columns: {
          Written: 'startedAt',
          Subject: 'subject',
          Result: ({ result }) => messageResultLabels[result],
        },
      }),
    ],
  },
})

/** Withdraws the consent of the person with this code, and their unsent news. Refuses with NEWS_LINK_NOT_FOUND. */
async function leaveMailingList(work: Work, code: string) {
  const userId = await withdrawConsent(work, code)
  await withdrawUnsent(work, sql`m.user_id = ${userId} and m.registration_id is null`, 'unsubscribed')
}
