import * as sponsors from '#contract/events/sponsors/calls.ts'
import * as edits from '#contract/events/sponsors/edits.ts'
import { noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { addSponsor, changeSponsor, deleteSponsor, featureSponsor } from './sponsors.ts'

export default noun({
  calls: [edits, sponsors],
  serve(gate, services) {
    serveWrite(gate, services, edits.addSponsor, addSponsor)
    serveWrite(gate, services, edits.changeSponsor, changeSponsor)
    serveWrite(gate, services, edits.deleteSponsor, deleteSponsor)
    serveWrite(gate, services, edits.featureSponsor, featureSponsor)
  },
})
