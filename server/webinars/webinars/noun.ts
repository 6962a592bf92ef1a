import * as webinars from '#contract/webinars/webinars/calls.ts'
import * as webinarJoins from '#contract/webinars/webinars/joins.ts'
import { acceptBytes } from '#server/core/http/received-bytes.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { shownInstant } from '#server/core/mail/shown-instant.ts'
import type { Happened } from '#server/jobs.ts'
import { aboutRegistration, hour, job, later, minute, noun, tries } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite } from '#server/work.ts'
import { matchWebinar, recheckRegistrant, sweepWebinars } from './jobs.ts'
import { findNewestSync, findWebinarsOf, getStats, getSync } from './queries.ts'
import { runWebinarSync } from './sync-webinar.ts'
import { joinWebinar } from './webinar-joins.ts'
import { measureWebinars } from './webinar-metrics.ts'
import { delinkWebinar, syncWebinar } from './webinar-syncs.ts'
import { hearZoom } from './webinar-webhook.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Brings the webinar platform up to date with a registration. */
    'match-webinar': { registrationId: number }
    /** Registers everyone of a slot at the webinar platform, or removes them. */
    'run-webinar-sync': { webinarSyncId: string }
    /** Adopts a registrant's current state after a webhook. */
    'recheck-registrant': { webinarId: string; registrantId: string | null; email: string | null }
    /** Finds waiting registrants and syncs without a job. */
    'sweep-webinars': Record<string, never>
  }
}

export default noun({
  calls: [webinars, webinarJoins],
  serve(gate, services) {
    const { db } = services
    serve(gate, webinars.getWebinarStats, ({ query }) => getStats(db, query.eventSlotId))
    serveWrite(gate, services, webinars.syncWebinar, syncWebinar)
    serveWrite(gate, services, webinars.delinkWebinar, delinkWebinar)
    serve(gate, webinars.getWebinarSync, ({ params }) => getSync(db, params.jobId))
    serve(gate, webinars.getNewestWebinarSync, async ({ query }) => ({
      sync: await findNewestSync(db, query.eventSlotId),
    }))
    serve(gate, webinarJoins.joinWebinar, ({ params, query }) =>
      joinWebinar(services, { ...params, makeUpSlotId: query.slot }),
    )
    acceptBytes(gate, ['application/json'], (gate) => {
      serveFile(gate, webinars.hearZoom, async ({ request: { body, headers }, reply }) => {
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
        const answer = await hearZoom(services, { body: bytes, headers })
        return answer ? reply.send(answer) : reply.code(204).send()
      })
    })
  },
  jobs: [
    // The sweep continues what an outage left undone.
    job('match-webinar', {
      run: matchWebinar,
      follows: {
        registered: matchUnlessAlone,
        moved: matchUnlessAlone,
        restored: matchUnlessAlone,
        cancelled: aboutRegistration(),
        deleted: aboutRegistration(later),
        'make-up-admitted': aboutRegistration(),
        'make-up-ended': aboutRegistration(),
      },
      ...tries(6, minute),
      expireInSeconds: 10 * minute,
      atOnce: 20,
    }),
    job('run-webinar-sync', {
      run: runWebinarSync,
      follows: { 'webinar-synced': runSync, 'webinar-delinked': runSync },
      ...tries(1000, minute),
      expireInSeconds: 2 * hour,
      atOnce: 2,
    }),
    job('recheck-registrant', {
      run: recheckRegistrant,
      ...tries(20, hour),
      expireInSeconds: 5 * minute,
      atOnce: 10,
    }),
    job('sweep-webinars', { run: sweepWebinars, cron: '* * * * *' }),
  ],
  measure: measureWebinars,
  personal: {
    data: [
      personalData({
        key: 'webinars',
        title: 'Webinars',
        read: ({ db }, { userId }) => findWebinarsOf(db, userId),
        columns: {
          Event: 'eventName',
          'Known there as': ({ identities }) => [...new Set(identities.map(({ email }) => email))].join('; '),
          'Join link opened': ({ openings }) =>
            openings.map(({ openedAt }) => shownInstant(openedAt)).join('; '),
        },
      }),
    ],
  },
})

/** Returns the job, unless the webinar platform neither knows the registration nor needs to. */
function matchUnlessAlone(what: Happened) {
  return what.hasWebinar === false ? [] : aboutRegistration()(what)
}

function runSync({ webinarSyncId }: Happened) {
  return webinarSyncId === undefined ? [] : [{ data: { webinarSyncId }, isUrgent: true }]
}
