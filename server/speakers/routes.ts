import * as edits from '#contract/speakers/edits.ts'
import type { Gate } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { serveWrite } from '#server/work.ts'
import { addSpeaker } from './add-speaker.ts'
import { changeSpeaker } from './change-speaker.ts'
import { cloneSpeaker } from './clone-speaker.ts'
import { deleteSpeaker } from './delete-speaker.ts'

export function serveSpeakers(gate: Gate, services: Services): void {
  serveWrite(gate, services, edits.addSpeaker, (work, { body }) => addSpeaker(work, body))
  serveWrite(gate, services, edits.changeSpeaker, (work, { body }) => changeSpeaker(work, body))
  serveWrite(gate, services, edits.deleteSpeaker, (work, { body }) => deleteSpeaker(work, body))
  serveWrite(gate, services, edits.cloneSpeaker, (work, { body }) => cloneSpeaker(work, body))
}
