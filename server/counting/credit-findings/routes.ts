import { getAccountAttendances } from '#contract/attendance/attendances/calls.ts'
import * as findings from '#contract/counting/credit-findings/calls.ts'
import { getOwnFindings } from '#contract/counting/credit-findings/own-calls.ts'
import * as polls from '#contract/counting/credit-findings/poll-questions.ts'
import * as trials from '#contract/counting/credit-findings/what-if.ts'
import { getHandFacts } from '#contract/ledger/credits/hand-calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import { getHandFactsOf } from '#server/ledger/credits/credit-days.ts'
import { getUser } from '#server/people/users/queries.ts'
import type { Services } from '#server/services.ts'
import { findAttendancesOf } from './credit-finding-attendances.ts'
import { findOwnFindings } from './credit-finding-own.ts'
import { findPollQuestions } from './credit-finding-polls.ts'
import { findReportsTrial } from './credit-finding-report-trials.ts'
import { findAgendaTrial, findFiguresTrial, findQuestionTrial } from './credit-finding-trials.ts'
import { countAllWaits, findAllWaits } from './credit-finding-waits.ts'
import { findRegistrationFinding, findSlotFindings } from './queries.ts'

export function serveCreditFindings(gate: Gate, services: Services): void {
  const { db } = services
  serve(gate, findings.getSlotFindings, ({ query }) => findSlotFindings(db, query.eventSlotId))
  serve(gate, findings.getRegistrationFinding, ({ query }) => findRegistrationFinding(services, query))
  serve(gate, getOwnFindings, async ({ caller }) => ({
    findings: await findOwnFindings(services, caller.userId),
  }))
  serve(gate, findings.getWaits, () => findAllWaits(services))
  serve(gate, trials.tryFigures, ({ body }) => findFiguresTrial(services, body))
  serve(gate, trials.tryAgenda, ({ body }) => findAgendaTrial(services, body))
  serve(gate, getHandFacts, ({ query }) => getHandFactsOf(services, query.registrationId))
  serve(gate, polls.getPollQuestions, ({ query }) => findPollQuestions(services, query.eventSlotId))
  serve(gate, polls.tryQuestion, ({ body }) => findQuestionTrial(services, body))
  serve(gate, trials.tryReports, ({ body }) => findReportsTrial(services, body))
  serve(gate, findings.countWaits, () => countAllWaits(services))
  serve(gate, getAccountAttendances, async ({ query }) => {
    const { userId } = await getUser(db, query.userId)
    return { attendances: await findAttendancesOf(db, userId) }
  })
}
