import * as creditRules from '#contract/events/credit-rules/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { findCreditRules } from './credit-rule-versions.ts'
import { lastSeason, makeFiguresValid } from './make-credit-rule.ts'

export function serveCreditRules(gate: Gate, services: Services): void {
  serve(gate, creditRules.getCreditRules, ({ query: { season } }) =>
    findCreditRules(services.db, { season, newest: lastSeason(services) }),
  )
  serveWrite(gate, services, creditRules.makeFiguresValid, (work, { body }) => makeFiguresValid(work, body))
}
