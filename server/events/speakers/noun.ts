import * as speakers from '#contract/events/speakers/calls.ts'
import * as edits from '#contract/events/speakers/edits.ts'
import { noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { addSpeaker, changeSpeaker, cloneSpeaker, deleteSpeaker } from './speakers.ts'

export default noun({
  calls: [edits, speakers],
  serve(gate, services) {
    serveWrite(gate, services, edits.addSpeaker, (work, { body }) => addSpeaker(work, body))
    serveWrite(gate, services, edits.changeSpeaker, (work, { body }) => changeSpeaker(work, body))
    serveWrite(gate, services, edits.deleteSpeaker, (work, { body }) => deleteSpeaker(work, body))
    serveWrite(gate, services, edits.cloneSpeaker, (work, { body }) => cloneSpeaker(work, body))
  },
})
