import * as edits from '#contract/speakers/edits.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { addSpeaker } from './add-speaker.ts'
import { changeSpeaker } from './change-speaker.ts'
import { cloneSpeaker } from './clone-speaker.ts'
import { deleteSpeaker } from './delete-speaker.ts'

export function serveSpeakers(gate: Gate, services: Services): void {
  serve(gate, edits.addSpeaker, ({ body, caller }) =>
    write(services, caller, (work) => addSpeaker(work, body)),
  )
  serve(gate, edits.changeSpeaker, ({ body, caller }) =>
    write(services, caller, (work) => changeSpeaker(work, body)),
  )
  serve(gate, edits.deleteSpeaker, ({ body, caller }) =>
    write(services, caller, (work) => deleteSpeaker(work, body)),
  )
  serve(gate, edits.cloneSpeaker, ({ body, caller }) =>
    write(services, caller, (work) => cloneSpeaker(work, body)),
  )
}
