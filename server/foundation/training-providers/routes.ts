import * as providers from '#contract/foundation/training-providers/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import { setCourseNumber } from '#server/events/events/events.ts'
import { findCourseNumbers } from '#server/events/events/queries.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { getSavedProvider } from './queries.ts'
import { saveProvider } from './save-training-provider.ts'

export function serveProviders(gate: Gate, services: Services): void {
  const { db, config, clock } = services
  serve(gate, providers.getProvider, () => getSavedProvider(services))
  serveWrite(gate, services, providers.saveProvider, (work, { body }) => saveProvider(work, body))
  serve(gate, providers.getCourseNumbers, async () => ({
    events: await findCourseNumbers(db, config.season(clock()) - 1),
  }))
  serveWrite(gate, services, providers.setCourseNumber, (work, { body }) => setCourseNumber(work, body))
}
