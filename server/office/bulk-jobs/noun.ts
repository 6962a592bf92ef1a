import * as bulkJobs from '#contract/office/bulk-jobs/calls.ts'
import * as bulkHours from '#contract/office/bulk-jobs/hours.ts'
import * as bulkUndo from '#contract/office/bulk-jobs/undo.ts'
import { acceptFormBodies } from '#server/core/http/form-bodies.ts'
import type { Caller } from '#server/core/http/serve.ts'
import { refuseWithout, serve } from '#server/core/http/serve.ts'
import { forDays, job, minute, noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { findSlotHours, openHoursImport } from './bulk-job-hours.ts'
import { sendCertificatesInBulk } from './bulk-job-mails.ts'
import { findUndoPeople } from './bulk-job-undo-people.ts'
import { giveBackBulkJob, previewBulkJob, startBulkJob, stopBulkJob, undoBulkJob } from './bulk-jobs.ts'
import { runBulkJob, sweepBulkJobs } from './jobs.ts'
import { findNewestJobs, getBulkJob, getJob, getResults } from './queries.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    'run-bulk-job': { bulkJobId: string }
    'sweep-bulk-jobs': Record<string, never>
  }
}

export default noun({
  calls: [bulkJobs, bulkUndo, bulkHours],
  serve(gate, services) {
    const { db } = services
    /** Returns the job's id to callers who may do what it does; refuses others with NOT_PERMITTED. */
    const permitted = async ({
      caller,
      params: { jobId },
    }: {
      caller: Caller
      params: { jobId: string }
    }) => {
      refuseUnpermitted(caller, await getBulkJob(db, jobId))
      return jobId
    }
    serve(gate, bulkJobs.previewBulkJob, async ({ caller, body }) => {
      refuseUnpermitted(caller, body.action)
      return { people: await previewBulkJob(services, body.action, body.registrations) }
    })
    serveWrite(gate, services, bulkJobs.startBulkJob, (work, body, { caller }) => {
      refuseUnpermitted(caller, body.action)
      return startBulkJob(work, body.action, body.registrations)
    })
    serveWrite(gate, services, bulkJobs.sendCertificatesInBulk, (work, body) =>
      sendCertificatesInBulk(work, body.eventSlotId, body.force ?? false),
    )
    serve(gate, bulkJobs.getBulkJob, ({ params }) => getJob(db, params.jobId))
    serve(gate, bulkJobs.getBulkJobs, async () => ({ jobs: await findNewestJobs(db) }))
    serve(gate, bulkJobs.getBulkResults, ({ params }) => getResults(db, params.jobId))
    serveWrite(gate, services, bulkJobs.stopBulkJob, async (work, _, asked) =>
      stopBulkJob(work, await permitted(asked)),
    )
    serve(gate, bulkUndo.previewUndo, async (asked) => ({
      people: await findUndoPeople(services, await permitted(asked)),
    }))
    serveWrite(gate, services, bulkUndo.undoBulkJob, async (work, body, asked) =>
      undoBulkJob(work, await permitted(asked), body),
    )
    serveWrite(gate, services, bulkUndo.giveBackBulkJob, (work, body, { params }) =>
      giveBackBulkJob(work, params.jobId, body),
    )
    serve(gate, bulkHours.getSlotHours, ({ query }) => findSlotHours(db, query.eventSlotId))
    acceptFormBodies(gate, (gate) => {
      const importOnce = openHoursImport(services)
      serve(gate, bulkHours.importHours, ({ caller, body }) => importOnce(caller, body))
    })
  },
  jobs: [
    job('run-bulk-job', { verb: runBulkJob, ...forDays, expireInSeconds: 5 * minute }),
    job('sweep-bulk-jobs', { verb: sweepBulkJobs, cron: '*/5 * * * *' }),
  ],
})

/** Refuses with NOT_PERMITTED a caller who may write registrations, but not the hours that a bulk job writes. */
function refuseUnpermitted(caller: Caller, { kind }: { kind: string }): void {
  if (kind !== 'move' && kind !== 'delete') refuseWithout(caller, 'credits:write')
}
