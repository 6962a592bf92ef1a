import type { FastifyReply, FastifyRequest } from 'fastify'
import * as calendars from '#contract/events/calendars/calls.ts'
import { keptBytes, sendKept } from '#server/core/http/kept-answer.ts'
import { serveFile } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { personalData } from '#server/personal.ts'
import { serveWrite } from '#server/work.ts'
import { publishedCalendar } from './calendar-file.ts'
import { ensureCalendarLink, renewCalendarLink } from './calendars.ts'
import type { PublishedEntry } from './queries.ts'
import { findHouse, getCalendar, getCalendarEntry, getWaiting, hasCalendar } from './queries.ts'

export default noun({
  calls: [calendars],
  serve(gate, services) {
    const { db, config } = services
    serveWrite(gate, services, calendars.getCalendarLink, async (work, _, { caller }) => ({
      url: await ensureCalendarLink(work, caller.userId),
    }))
    serveWrite(gate, services, calendars.renewCalendarLink, async (work, _, { caller }) => ({
      url: await renewCalendarLink(work, caller.userId),
    }))
    serveFile(
      gate,
      calendars.getCalendar,
      async ({ params: { code }, request, reply }) => {
        const [held, waiting] = [await getCalendar(services, code), await getWaiting(services, code)]
        return send({ held, waiting }, 'calendar.ics', request, reply)
      },
      { isCompressed: true },
    )
    serveFile(
      gate,
      calendars.getRegistrationCalendar,
      async ({ params: { code, registrationId }, request, reply }) => {
        const entry = await getCalendarEntry(services, code, registrationId)
        return send({ held: [entry] }, `registration-${registrationId}.ics`, request, reply)
      },
      { isCompressed: true },
    )

    async function send(
      { held, waiting }: { held: PublishedEntry[]; waiting?: Awaited<ReturnType<typeof getWaiting>> },
      filename: string,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> {
      reply.header('content-disposition', `attachment; filename="${filename}"`)
      const kept = await keptBytes(publishedCalendar(held, await findHouse(db, config), waiting))
      return sendKept(kept, request, reply, 'text/calendar; charset=utf-8')
    }
  },
  personal: {
    data: [
      personalData({
        key: 'calendar',
        title: 'Calendar programs',
        read: async ({ db }, { userId }) => ({ hasSecretAddress: await hasCalendar(db, userId) }),
        columns: { 'Has an address': 'hasSecretAddress' },
      }),
    ],
  },
})
