import { getRehearsals, rehearseEvent } from '#contract/office/rehearsals/calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { hour, job, noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { forgetRehearsals, runRehearsal } from './jobs.ts'
import { listRehearsals } from './queries.ts'
import { startRehearsal } from './start-rehearsal.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Rehearses an event in a process of its own. */
    rehearse: { rehearsalId: number }
  }
}

export default noun({
  serve(gate, services) {
    serve(gate, getRehearsals, ({ query }) => listRehearsals(services.db, query.eventId))
    serveWrite(gate, services, rehearseEvent, (work, { body }) => startRehearsal(work, body))
  },
  jobs: [job('rehearse', { run: runRehearsal, retryLimit: 2, retryDelay: 5, expireInSeconds: hour })],
  forget: forgetRehearsals,
})
