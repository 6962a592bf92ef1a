import { getAllEvents, getAllFocus, getEventsWithSlots } from '#contract/events.ts'
import { serveStoredFiles } from '#server/platform/files/stored-files.ts'
import { sendKept } from '#server/platform/http/kept-answer.ts'
import type { Gate } from '#server/platform/http/serve.ts'
import { serve, serveFile } from '#server/platform/http/serve.ts'
import type { Services } from '#server/services.ts'
import { openEventCatalogue } from './event-catalogue.ts'
import { findEventYears, findFocuses } from './queries.ts'

export function serveEvents(gate: Gate, services: Services): void {
  const findCatalogue = openEventCatalogue(services)
  serveFile(
    gate,
    getAllEvents,
    ({ query, request, reply }) => {
      const list = findCatalogue(query.year)
      if (list instanceof Promise) return list.then((made) => sendKept(made, request, reply))
      return sendKept(list, request, reply)
    },
    { isCompressed: true },
  )
  serve(gate, getAllFocus, async () => ({ focus: await findFocuses(services.db) }))
  serve(gate, getEventsWithSlots, async () => ({ years: await findEventYears(services.db) }))
  serveStoredFiles(gate.app, services.pool)
}
