import { getAccountAttendances } from '#contract/attendance/attendances/calls.ts'
import * as findings from '#contract/counting/credit-findings/calls.ts'
import * as ownFindings from '#contract/counting/credit-findings/own-calls.ts'
import * as polls from '#contract/counting/credit-findings/poll-questions.ts'
import * as trials from '#contract/counting/credit-findings/what-if.ts'
import { shownSlot } from '#contract/events/slots/times.ts'
import { getHandFacts } from '#contract/ledger/credits/hand-calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { shownInstant } from '#server/core/mail/shown-instant.ts'
import { getHandFactsOf } from '#server/ledger/credits/credit-days.ts'
import { aboutRegistration, aboutSlot, forDays, job, minute, noun, tries } from '#server/noun.ts'
import { getUser } from '#server/people/users/queries.ts'
import { personalData } from '#server/personal.ts'
import { findAttendancesOf, findFindingsOf } from './credit-finding-attendances.ts'
import { findOwnFindings } from './credit-finding-own.ts'
import { findPollQuestions } from './credit-finding-polls.ts'
import { countAllQuestions, findAllQuestions } from './credit-finding-questions.ts'
import { tryReports } from './credit-finding-report-trials.ts'
import { tryAgenda, tryFigures, tryQuestion } from './credit-finding-trials.ts'
import { countSlot } from './credit-findings.ts'
import { recountSlots, sweepCounts } from './jobs.ts'
import { findRegistrationFinding, findSlotFindings } from './queries.ts'

declare module '#server/jobs.ts' {
  interface Jobs {
    /** Counts everyone's hours at a slot. */
    'count-hours': { eventSlotId: number }
    /** Counts the slots that a registration may concern again, if they were counted. */
    recount: { registrationId: number }
    /** Finds slots whose count is due without a job. */
    'sweep-counts': Record<string, never>
  }
}

export default noun({
  calls: [findings, trials, ownFindings, polls],
  serve(gate, services) {
    const { db } = services
    serve(gate, findings.getSlotFindings, ({ query }) => findSlotFindings(db, query.eventSlotId))
    serve(gate, findings.getRegistrationFinding, ({ query }) => findRegistrationFinding(services, query))
    serve(gate, ownFindings.getOwnFindings, async ({ caller }) => ({
      findings: await findOwnFindings(services, caller.userId),
    }))
    serve(gate, findings.getWaits, () => findAllQuestions(services))
    serve(gate, trials.tryFigures, ({ body }) => tryFigures(services, body))
    serve(gate, trials.tryAgenda, ({ body }) => tryAgenda(services, body))
    serve(gate, getHandFacts, ({ query }) => getHandFactsOf(services, query.registrationId))
    serve(gate, polls.getPollQuestions, ({ query }) => findPollQuestions(services, query.eventSlotId))
    serve(gate, polls.tryQuestion, ({ body }) => tryQuestion(services, body))
    serve(gate, trials.tryReports, ({ body }) => tryReports(services, body))
    serve(gate, findings.countWaits, () => countAllQuestions(services))
    serve(gate, getAccountAttendances, async ({ query }) => {
      const { userId } = await getUser(db, query.userId)
      return { attendances: await findAttendancesOf(db, userId) }
    })
  },
  jobs: [
    job('count-hours', {
      verb: countSlot,
      follows: {
        'slot-changed': (what) => {
          const { time, breaks } = what.details?.changes ?? {}
          return time || breaks ? aboutSlot()(what) : []
        },
        'attendance-received': aboutSlot(),
        'attendance-uploaded': aboutSlot({ isUrgent: true }),
        'attendance-decided': aboutSlot({ isUrgent: true }),
        'hours-stated': aboutSlot({ isUrgent: true }),
        'poll-code-withdrawn': aboutSlot({ isUrgent: true }),
      },
      ...tries(20, 5 * minute),
      expireInSeconds: 5 * minute,
      atOnce: 1,
      urgentAtOnce: 1,
    }),
    job('recount', {
      verb: recountSlots,
      follows: {
        moved: aboutRegistration(),
        restored: aboutRegistration(),
        cancelled: aboutRegistration(),
        deleted: aboutRegistration(),
        'handed-over': aboutRegistration(),
        'hours-released': aboutRegistration(),
      },
      ...forDays,
      atOnce: 20,
    }),
    job('sweep-counts', {
      verb: sweepCounts,
      follows: {
        'figures-changed': urgently,
        'email-changed': urgently,
        'accounts-merged': urgently,
        'accounts-separated': urgently,
      },
      cron: '*/5 * * * *',
    }),
  ],
  personal: {
    data: [
      personalData({
        key: 'attendances',
        title: 'Attendance, as it was counted',
        read: async ({ db }, { userId }) =>
          (await findAttendancesOf(db, userId)).map(({ eventSlotId: _, ...attendance }) => attendance),
        columns: {
          Event: 'eventName',
          When: (slot) => shownSlot(slot),
          Minutes: 'minutes',
          Visits: ({ visits }) =>
            visits
              .map(({ joinedAt, leftAt }) => `${shownInstant(joinedAt)} to ${shownInstant(leftAt)}`)
              .join('; '),
          Answers: ({ answers }) => answers.map(({ question, answer }) => `${question} ${answer}`).join('; '),
        },
      }),
      personalData({
        key: 'findings',
        title: 'Hours by the rule',
        read: ({ db }, { userId }) => findFindingsOf(db, userId),
        columns: {
          Event: 'eventName',
          When: (slot) => shownSlot(slot),
          Counted: ({ countedAt, rule, isCurrent }) =>
            `${shownInstant(countedAt)} by ${rule}${isCurrent ? '' : ', replaced since'}`,
          Hours: ({ hours, possibleHours }) => `${hours} of ${possibleHours}`,
          Why: ({ sentences }) => sentences.join(' '),
        },
      }),
    ],
  },
})

function urgently() {
  return [{ data: {}, isUrgent: true }]
}
