import * as edits from '#contract/sponsors/edits.ts'
import type { Gate } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { addSponsor } from './add-sponsor.ts'
import { changeSponsor } from './change-sponsor.ts'
import { deleteSponsor } from './delete-sponsor.ts'
import { featureSponsor } from './feature-sponsor.ts'

export function serveSponsors(gate: Gate, services: Services): void {
  serveWrite(gate, services, edits.addSponsor, (work, { body }) => addSponsor(work, body))
  serveWrite(gate, services, edits.changeSponsor, (work, { body }) => changeSponsor(work, body))
  serveWrite(gate, services, edits.deleteSponsor, (work, { body }) => deleteSponsor(work, body))
  serveWrite(gate, services, edits.featureSponsor, (work, { body }) => featureSponsor(work, body))
}
