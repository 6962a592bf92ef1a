import * as automations from '#contract/office/automations/calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { issueWaiting } from '#server/counting/certificates/certificates.ts'
import { forDays, job, noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { setAutomation } from './automations.ts'
import { automate, resumeAutomations } from './jobs.ts'
import { getAutomation } from './queries.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Credits or proposes what an event's counts allow, by its automation. */
    automate: { eventId: number }
    /** Credits and issues what waited for the training provider. */
    'resume-credits': Record<string, never>
  }
}

export default noun({
  calls: [automations],
  serve(gate, services) {
    serve(gate, automations.getAutomation, ({ query }) => getAutomation(services.db, query.eventId))
    serveWrite(gate, services, automations.setAutomation, setAutomation)
  },
  jobs: [
    job('automate', {
      verb: automate,
      follows: {
        'automation-changed': ({ eventId }) =>
          eventId === undefined ? [] : [{ data: { eventId }, isUrgent: true }],
      },
      ...forDays,
    }),
    job('resume-credits', {
      async verb(work) {
        await issueWaiting(work)
        await resumeAutomations(work)
      },
      ...forDays,
    }),
  ],
})
