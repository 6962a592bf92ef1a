import * as agendas from '#contract/events/slots/agenda-calls.ts'
import * as slots from '#contract/events/slots/calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { serveWrite, write } from '#server/work.ts'
import { findFocuses, findOverCapacity } from './queries.ts'
import { findSlotAgendas, stateHours } from './slot-agendas.ts'
import { checkWebinar, findSlotsOfWebinar } from './slot-webinar-check.ts'
import { addSlot, changeSlot, deleteSlot } from './slots.ts'

export default noun({
  calls: [slots, agendas],
  serve(gate, services) {
    serve(gate, slots.getAllFocus, async () => ({ focus: await findFocuses(services.db) }))
    serve(gate, slots.addSlot, async ({ body, caller }) => ({
      ...(await checkWebinar(services, body)),
      ...(await write(services, caller, (work) => addSlot(work, body))),
    }))
    serve(gate, slots.changeSlot, async ({ body, caller }) => ({
      ...(await checkWebinar(services, body)),
      ...(await write(services, caller, (work) => changeSlot(work, body))),
    }))
    serveWrite(gate, services, slots.deleteSlot, deleteSlot)
    serve(gate, slots.getOverCapacity, ({ query }) => findOverCapacity(services.db, query))
    serve(gate, slots.getSlotsOfWebinar, async ({ query }) => ({
      slots: await findSlotsOfWebinar(services.db, query.webinarId),
    }))
    serve(gate, agendas.getSlotAgendas, ({ query }) => findSlotAgendas(services.db, query.eventSlotId))
    serveWrite(gate, services, agendas.stateHours, stateHours)
  },
})
