import * as findings from '#contract/credit-findings/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { findAllWaits, findRegistrationFinding, findSlotFindings } from './queries.ts'

export function serveCreditFindings(gate: Gate, services: Services): void {
  const { db } = services
  serve(gate, findings.getSlotFindings, ({ query }) => findSlotFindings(db, query.eventSlotId))
  serve(gate, findings.getRegistrationFinding, ({ query }) => findRegistrationFinding(services, query))
  serve(gate, findings.getWaits, () => findAllWaits(services))
}
