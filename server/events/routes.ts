import { getAllEvents, getAllFocus, getEventsWithSlots } from '#contract/events/calls.ts'
import * as edits from '#contract/events/edits.ts'
import * as plans from '#contract/events/plans.ts'
import { serveStoredFiles } from '#server/core/files/stored-files.ts'
import { sendKept } from '#server/core/http/kept-answer.ts'
import type { Gate } from '#server/core/http/serve.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import type { Services } from '#server/services.ts'
import { write } from '#server/work.ts'
import { addEvent } from './add-event.ts'
import { changeEvent } from './change-event.ts'
import { deleteEvent } from './delete-event.ts'
import { openEventCatalogue } from './event-catalogue.ts'
import { saveEventPlan } from './event-plans.ts'
import { addSlot, changeSlot, deleteSlot } from './event-slots.ts'
import { checkWebinar } from './event-webinar-check.ts'
import { findEventYears, findFocuses } from './queries.ts'

export function serveEvents(gate: Gate, services: Services): void {
  const findCatalogue = openEventCatalogue(services)
  serveFile(
    gate,
    getAllEvents,
    ({ query, request, reply }) => {
      const list = findCatalogue(query)
      if (list instanceof Promise) return list.then((made) => sendKept(made, request, reply))
      return sendKept(list, request, reply)
    },
    { isCompressed: true },
  )
  serve(gate, getAllFocus, async () => ({ focus: await findFocuses(services.db) }))
  serve(gate, getEventsWithSlots, async ({ query }) => ({
    years: await findEventYears(services.db, query.userId),
  }))
  serve(gate, edits.addEvent, ({ body, caller }) => write(services, caller, (work) => addEvent(work, body)))
  serve(gate, edits.changeEvent, ({ body, caller }) =>
    write(services, caller, (work) => changeEvent(work, body)),
  )
  serve(gate, edits.deleteEvent, ({ body, caller }) =>
    write(services, caller, (work) => deleteEvent(work, body)),
  )
  serve(gate, plans.saveEventPlan, ({ body, caller }) =>
    write(services, caller, (work) => saveEventPlan(work, body)),
  )
  serve(gate, edits.addSlot, async ({ body, caller }) => ({
    ...(await checkWebinar(services, body)),
    ...(await write(services, caller, (work) => addSlot(work, body))),
  }))
  serve(gate, edits.changeSlot, async ({ body, caller }) => ({
    ...(await checkWebinar(services, body)),
    ...(await write(services, caller, (work) => changeSlot(work, body))),
  }))
  serve(gate, edits.deleteSlot, ({ body, caller }) =>
    write(services, caller, (work) => deleteSlot(work, body)),
  )
  serveStoredFiles(gate.app, services.pool)
}
