import * as speakers from '#contract/events/speakers/calls.ts'
import * as edits from '#contract/events/speakers/edits.ts'
import { noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { addSpeaker, changeSpeaker, cloneSpeaker, deleteSpeaker } from './speakers.ts'

export default noun({
  calls: [edits, speakers],
  serve(gate, services) {
    serveWrite(gate, services, edits.addSpeaker, addSpeaker)
    serveWrite(gate, services, edits.changeSpeaker, changeSpeaker)
    serveWrite(gate, services, edits.deleteSpeaker, deleteSpeaker)
    serveWrite(gate, services, edits.cloneSpeaker, cloneSpeaker)
  },
})
