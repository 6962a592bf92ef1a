import * as events from '#contract/events/events/calls.ts'
import * as edits from '#contract/events/events/edits.ts'
import * as plans from '#contract/events/events/plans.ts'
import * as providers from '#contract/foundation/training-providers/calls.ts'
import { serveStoredFiles } from '#server/core/files/stored-files.ts'
import { sendKept } from '#server/core/http/kept-answer.ts'
import { serve, serveFile } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { openEventCatalog } from './event-catalog.ts'
import { saveEventPlan } from './event-plans.ts'
import { addEvent, changeEvent, deleteEvent, setCourseNumber } from './events.ts'
import { openOpenEvents } from './open-events.ts'
import { findCourseNumbers, findEventYears } from './queries.ts'

export default noun({
  calls: [events, edits, plans],
  serve(gate, services) {
    const { db, config, clock } = services
    const findCatalog = openEventCatalog(services)
    const openEvents = openOpenEvents(services)
    serveFile(
      gate,
      events.getAllEvents,
      ({ query, request, reply }) => {
        const list = findCatalog(query)
        if (list instanceof Promise) return list.then((made) => sendKept(made, request, reply))
        return sendKept(list, request, reply)
      },
      { isCompressed: true },
    )
    serveFile(
      gate,
      events.getOpenEvents,
      async ({ request, reply }) => sendKept(await openEvents.answer(), request, reply),
      { isCompressed: true },
    )
    gate.app.get('/sitemap.xml', { schema: { hide: true } }, async (_, reply) =>
      reply.type('application/xml; charset=utf-8').send(await openEvents.sitemap()),
    )
    serve(gate, events.getEventsWithSlots, async ({ query }) => ({
      years: await findEventYears(db, query.userId),
    }))
    serve(gate, providers.getCourseNumbers, async () => ({
      events: await findCourseNumbers(db, config.season(clock()) - 1),
    }))
    serveWrite(gate, services, providers.setCourseNumber, setCourseNumber)
    serveWrite(gate, services, edits.addEvent, addEvent)
    serveWrite(gate, services, edits.changeEvent, changeEvent)
    serveWrite(gate, services, edits.deleteEvent, deleteEvent)
    serveWrite(gate, services, plans.saveEventPlan, saveEventPlan)
    serveStoredFiles(gate.app, services.pool)
    return openEvents.metas
  },
})
