import * as edits from '#contract/events/sponsors/edits.ts'
import type { Gate } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { addSponsor, changeSponsor, deleteSponsor, featureSponsor } from './sponsors.ts'

export function serveSponsors(gate: Gate, services: Services): void {
  serveWrite(gate, services, edits.addSponsor, (work, { body }) => addSponsor(work, body))
  serveWrite(gate, services, edits.changeSponsor, (work, { body }) => changeSponsor(work, body))
  serveWrite(gate, services, edits.deleteSponsor, (work, { body }) => deleteSponsor(work, body))
  serveWrite(gate, services, edits.featureSponsor, (work, { body }) => featureSponsor(work, body))
}
