import * as providers from '#contract/foundation/training-providers/calls.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { getSavedProvider } from './queries.ts'
import { saveProvider } from './save-training-provider.ts'

export function serveProviders(gate: Gate, services: Services): void {
  serve(gate, providers.getProvider, () => getSavedProvider(services))
  serveWrite(gate, services, providers.saveProvider, (work, { body }) => saveProvider(work, body))
}
