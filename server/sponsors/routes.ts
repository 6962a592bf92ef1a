import * as edits from '#contract/sponsors/edits.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { addSponsor } from './add-sponsor.ts'
import { changeSponsor } from './change-sponsor.ts'
import { deleteSponsor } from './delete-sponsor.ts'
import { featureSponsor } from './feature-sponsor.ts'

export function serveSponsors(gate: Gate, services: Services): void {
  serve(gate, edits.addSponsor, ({ body, caller }) =>
    write(services, caller, (work) => addSponsor(work, body)),
  )
  serve(gate, edits.changeSponsor, ({ body, caller }) =>
    write(services, caller, (work) => changeSponsor(work, body)),
  )
  serve(gate, edits.deleteSponsor, ({ body, caller }) =>
    write(services, caller, (work) => deleteSponsor(work, body)),
  )
  serve(gate, edits.featureSponsor, ({ body, caller }) =>
    write(services, caller, (work) => featureSponsor(work, body)),
  )
}
