import * as providers from '#contract/foundation/training-providers/calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { getSavedProvider } from './queries.ts'
import { saveProvider } from './save-training-provider.ts'

export default noun({
  calls: [providers],
  serve(gate, services) {
    serve(gate, providers.getProvider, () => getSavedProvider(services))
    serveWrite(gate, services, providers.saveProvider, saveProvider)
  },
})
