import * as calls from '#contract/office/webhooks/calls.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import { job, minute, noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import type { Work } from '#server/work.ts'
import { serveWrite } from '#server/work.ts'
import { deliverWebhook } from './jobs.ts'
import { findDeliveries, findDeliveriesOf, getDelivery, listWebhooks } from './queries.ts'
import {
  evictDeliveries,
  expireDeliveries,
  handOverDeliveries,
  sendWebhookAgain,
  testWebhook,
} from './webhook-deliveries.ts'
import { measureWebhooks } from './webhook-metrics.ts'
import { sweepWebhooks } from './webhook-rounds.ts'
import {
  addWebhook,
  changeWebhook,
  changeWebhookSecret,
  deleteWebhook,
  endOldWebhookSecret,
  switchWebhook,
} from './webhooks.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Delivers what is due for a webhook. The database adds it with each activity that a webhook gets. */
    'deliver-webhook': { webhookId: number }
    /** Finds webhooks with due deliveries and no job. */
    'sweep-webhooks': Record<string, never>
  }
}

/** Serves the webhooks; `refuseUnproven` refuses a caller without a recent proof. */
export default (refuseUnproven: (work: Work, caller: Caller) => Promise<void>) =>
  noun({
    calls: [calls],
    serve(gate, services) {
      const { db, clock } = services
      serve(gate, calls.getWebhooks, async () => ({ webhooks: await listWebhooks(db, clock()) }))
      serve(gate, calls.getWebhookDeliveries, ({ query }) => findDeliveries(db, query))
      serve(gate, calls.getWebhookDelivery, ({ query }) => getDelivery(db, query.deliveryId))
      serveWrite(gate, services, calls.addWebhook, async (work, body, { caller }) => {
        await refuseUnproven(work, caller)
        return addWebhook(work, body)
      })
      serveWrite(gate, services, calls.changeWebhook, async (work, body, { caller }) => {
        await refuseUnproven(work, caller)
        return changeWebhook(work, body)
      })
      serveWrite(gate, services, calls.changeWebhookSecret, async (work, body, { caller }) => {
        await refuseUnproven(work, caller)
        return changeWebhookSecret(work, body.webhookId)
      })
      serveWrite(gate, services, calls.endOldWebhookSecret, (work, body) =>
        endOldWebhookSecret(work, body.webhookId),
      )
      serveWrite(gate, services, calls.switchWebhook, switchWebhook)
      serveWrite(gate, services, calls.deleteWebhook, (work, body) => deleteWebhook(work, body.webhookId))
      serveWrite(gate, services, calls.testWebhook, (work, body) => testWebhook(work, body.webhookId))
      serveWrite(gate, services, calls.sendWebhookAgain, sendWebhookAgain)
    },
    jobs: [
      // Each webhook has at most one run, so a slow receiver holds no other one up.
      job('deliver-webhook', {
        run: deliverWebhook,
        expireInSeconds: 2 * minute,
        atOnce: calls.mostWebhooks,
        urgentAtOnce: 2,
      }),
      job('sweep-webhooks', { verb: sweepWebhooks, cron: '* * * * *' }),
    ],
    measure: measureWebhooks,
    expire: expireDeliveries,
    personal: {
      data: [
        personalData({
          key: 'webhookDeliveries',
          title: 'Sent to other systems',
          read: ({ db }, { userId }) => findDeliveriesOf(db, userId),
          columns: { Receiver: 'receiver', Event: 'event', When: 'happenedAt', State: 'state' },
        }),
      ],
      handOver: handOverDeliveries,
      forget: evictDeliveries,
    },
  })
