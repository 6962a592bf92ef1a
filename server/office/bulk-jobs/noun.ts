import * as bulkJobs from '#contract/office/bulk-jobs/calls.ts'
import * as bulkHours from '#contract/office/bulk-jobs/hours.ts'
import * as bulkUndo from '#contract/office/bulk-jobs/undo.ts'
import { acceptFormBodies } from '#server/core/http/form-bodies.ts'
import { serve } from '#server/core/http/serve.ts'
import { forDays, job, minute, noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { findSlotHours, openHoursImport } from './bulk-job-hours.ts'
import { sendCertificatesInBulk } from './bulk-job-mails.ts'
import { findUndoPeople } from './bulk-job-undo-people.ts'
import { giveBackBulkJob, previewBulkJob, startBulkJob, stopBulkJob, undoBulkJob } from './bulk-jobs.ts'
import { runBulkJob, sweepBulkJobs } from './jobs.ts'
import { findNewestJobs, getJob, getResults } from './queries.ts'

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
    serve(gate, bulkJobs.previewBulkJob, async ({ body }) => ({
      people: await previewBulkJob(services, body.action, body.registrations),
    }))
    serveWrite(gate, services, bulkJobs.startBulkJob, (work, body) =>
      startBulkJob(work, body.action, body.registrations),
    )
    serveWrite(gate, services, bulkJobs.sendCertificatesInBulk, (work, body) =>
      sendCertificatesInBulk(work, body.eventSlotId, body.force ?? false),
    )
    serve(gate, bulkJobs.getBulkJob, ({ params }) => getJob(db, params.jobId))
    serve(gate, bulkJobs.getBulkJobs, async () => ({ jobs: await findNewestJobs(db) }))
    serve(gate, bulkJobs.getBulkResults, ({ params }) => getResults(db, params.jobId))
    serveWrite(gate, services, bulkJobs.stopBulkJob, (work, _, { params }) => stopBulkJob(work, params.jobId))
    serve(gate, bulkUndo.previewUndo, async ({ params }) => ({
      people: await findUndoPeople(services, params.jobId),
    }))
    serveWrite(gate, services, bulkUndo.undoBulkJob, (work, body, { params }) =>
      undoBulkJob(work, params.jobId, body),
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
