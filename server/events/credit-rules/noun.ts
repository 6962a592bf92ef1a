import * as creditRules from '#contract/events/credit-rules/calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { findCreditRules } from './credit-rule-versions.ts'
import { lastSeason, makeFiguresValid } from './make-credit-rule.ts'

export default noun({
  calls: [creditRules],
  serve(gate, services) {
    serve(gate, creditRules.getCreditRules, ({ query: { season } }) =>
      findCreditRules(services.db, { season, newest: lastSeason(services) }),
    )
    serveWrite(gate, services, creditRules.makeFiguresValid, makeFiguresValid)
  },
})
