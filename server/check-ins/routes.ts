import * as calls from '#contract/check-ins/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { setCheckIn } from './check-ins.ts'
import { findExpectedPeople, findNextDay } from './queries.ts'

export function serveCheckIns(gate: Gate, services: Services): void {
  const { db } = services
  serve(gate, calls.getExpectedPeople, async ({ query: { day } }) => ({
    people: await findExpectedPeople(db, day),
    nextDay: await findNextDay(db, day),
  }))
  serveWrite(gate, services, calls.setCheckIn, (work, { body }) => setCheckIn(work, body))
}
