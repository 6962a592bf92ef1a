import * as providers from '#contract/training-providers/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import { setCourseNumber } from '#server/events/event-course-number.ts'
import { findCourseNumbers } from '#server/events/queries.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { getProvider } from './queries.ts'
import { saveProvider } from './save-training-provider.ts'

export function serveProviders(gate: Gate, services: Services): void {
  const { db, config, clock } = services
  serve(gate, providers.getProvider, () => getProvider(services))
  serve(gate, providers.saveProvider, ({ caller, body }) =>
    write(services, caller, (work) => saveProvider(work, body)),
  )
  serve(gate, providers.getCourseNumbers, async () => ({
    events: await findCourseNumbers(db, config.season(clock()) - 1),
  }))
  serve(gate, providers.setCourseNumber, ({ caller, body }) =>
    write(services, caller, (work) => setCourseNumber(work, body)),
  )
}
