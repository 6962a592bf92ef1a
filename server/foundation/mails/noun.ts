import type { FastifyRequest } from 'fastify'
import * as mails from '#contract/foundation/mails/calls.ts'
import * as tries from '#contract/foundation/mails/tries.ts'
import { isFromThisMachine } from '#server/core/http/loopback.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { shownInstant } from '#server/core/mail/shown-instant.ts'
import type { Happened } from '#server/jobs.ts'
import { forDays, job, minute, noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite } from '#server/work.ts'
import { expireMails, openSendMail, sweepMails } from './jobs.ts'
import { getMailCopy } from './mail-copy.ts'
import { findMailFlow } from './mail-flow.ts'
import { measureMails } from './mail-metrics.ts'
import { deleteMailsOf } from './mails.ts'
import { findMailboxMessages, findMails, findMailsOf, getMailboxAttachment } from './queries.ts'
import { findMailFailures, tryMailsAgain } from './try-mails.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    'send-mail': { mailId: number }
    'sweep-mails': Record<string, never>
    /** Deletes old mails, and the text of old certificate emails. */
    'expire-mails': Record<string, never>
  }
}

declare module '#server/personal.ts' {
  interface RecordParts {
    mails: Awaited<ReturnType<typeof findMailsOf>>
  }
}

const mostMailsOfRecord = 200

export default noun({
  calls: [mails, tries],
  serve(gate, services) {
    serve(gate, mails.getMails, ({ query }) => findMails(services, query))
    serve(gate, mails.getMail, ({ params }) => getMailCopy(services, params.mailId))
    serve(gate, tries.getMailFlow, () => findMailFlow(services))
    serve(gate, tries.getMailFailures, async () => ({ failures: await findMailFailures(services) }))
    serveWrite(gate, services, tries.tryMailsAgain, async (work, body) => ({
      tried: await tryMailsAgain(work, body),
    }))
    if (!services.config.mail.hasMailbox) return
    serve(gate, mails.mailbox, async ({ query, request }) => {
      refuseOthers(request)
      return { messages: await findMailboxMessages(services, query.to) }
    })
    serveFile(gate, mails.getMailboxAttachment, async ({ params: { mailId, place }, request, reply }) => {
      refuseOthers(request)
      const { filename, contentType, content } = await getMailboxAttachment(services.db, mailId, place)
      return reply
        .type(contentType)
        .header('content-disposition', `attachment; filename="${filename}"`)
        .send(content)
    })
  },
  jobs: [
    job('send-mail', {
      open: openSendMail,
      follows: { 'mails-tried-again': sendAgain, 'mails-sent-again': sendAgain },
      ...forDays,
      expireInSeconds: 10 * minute,
    }),
    job('sweep-mails', { run: sweepMails, expireInSeconds: 5 * minute, cron: '* * * * *' }),
    job('expire-mails', { verb: expireMails, expireInSeconds: 5 * minute, cron: '7 7 * * *' }),
  ],
  measure: measureMails,
  personal: {
    data: [
      personalData({
        key: 'mails',
        title: 'Emails to you and about your registrations',
        read: async ({ db, config }, { user: { email }, registrationIds }) => {
          const found = await findMailsOf(db, { email, registrationIds, support: config.mail.support })
          return found.map(({ mailId: _, ...mail }) => mail)
        },
        columns: {
          Written: 'createdAt',
          To: 'toAddress',
          Subject: 'subject',
          Status: ({ status, sentAt }) =>
            ({
              queued: 'Waiting to be sent',
              sending: 'Being sent',
              sent: sentAt ? `Sent ${shownInstant(sentAt)}` : 'Sent',
              failed: 'Could not be sent yet; will be retried',
              'given-up': 'Could not be sent',
              unknown: 'May have been sent',
            })[status],
        },
      }),
    ],
    record: {
      async mails({ db, config }, { user: { email }, registrationIds }) {
        const { support } = config.mail
        return (await findMailsOf(db, { email, registrationIds, support })).slice(0, mostMailsOfRecord)
      },
    },
    async forget(work, { emails, registrationIds }) {
      const { support } = work.config.mail
      for (const email of emails) await deleteMailsOf(work, { email, registrationIds, support })
    },
  },
})

function refuseOthers(request: FastifyRequest) {
  if (!isFromThisMachine(request)) throw new Refusal('NOT_FOUND')
}

function sendAgain({ mails = [] }: Happened) {
  return mails.map(({ mailId, isUrgent }) => ({ data: { mailId }, isUrgent, isAnew: true }))
}
