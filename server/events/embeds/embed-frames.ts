import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { embedPath } from '#contract/core/paths.ts'
import type { ShownPart } from '#contract/events/embeds/rules.ts'
import { shownParts } from '#contract/events/embeds/rules.ts'
import { answerRefusal } from '#server/core/http/failures.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { secureHeaders } from '#server/core/http/secure-headers.ts'
import { openOpenEvents } from '#server/events/events/open-events.ts'
import type { Services } from '#server/services.ts'
import { embedPage } from './embed-page.ts'
import { findEmbedSites } from './queries.ts'

/** The scripts of the frame and of the website around it, as written: they are for browsers of every age. */
const scripts = ['embed.js', 'embed-frame.js']
const scriptFolder = join(import.meta.dirname, '../../../web/core/public')

/** Serves the frames to the listed websites, and the scripts to all. Nothing here reads or sets a cookie. */
export function serveEmbeds(app: FastifyInstance, services: Services) {
  const openEvents = openOpenEvents(services)
  const sitesOf = openSites(services)

  for (const script of scripts) {
    const code = readFileSync(join(scriptFolder, script))
    app.get(`/${script}`, { schema: { hide: true } }, (_, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(code),
    )
  }

  app.get<{ Params: { show: string; eventId?: string }; Querystring: Record<string, unknown> }>(
    `${embedPath}/:show/:eventId?`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { show, eventId } = request.params
      if (!isPart(show) || (eventId !== undefined && !/^[1-9]\d{0,8}$/.test(eventId))) {
        return answerRefusal(request, reply, new Refusal('NOT_FOUND'))
      }
      const { html, isFound } = embedPage(await openEvents.about(), {
        show,
        eventId: eventId === undefined ? undefined : Number(eventId),
        scheme: request.query.scheme === 'dark' ? 'dark' : 'light',
      })
      const { publicUrl } = services.config
      return (
        reply
          .headers(secureHeaders({ publicUrl, framedBy: await sitesOf() }))
          // An older header with the same meaning; it can't name websites.
          .removeHeader('x-frame-options')
          .header('cross-origin-resource-policy', 'cross-origin')
          // A stored answer, or one confirmed by 304, would keep the former list of websites.
          .header('cache-control', 'no-store')
          .code(isFound ? 200 : 404)
          .type('text/html; charset=utf-8')
          .send(html)
      )
    },
  )
}

function isPart(show: string): show is ShownPart {
  return (shownParts as readonly string[]).includes(show)
}

/** Returns the listed websites, which each process keeps until the list changes. */
function openSites({ db, notifications }: Pick<Services, 'db' | 'notifications'>) {
  let kept: Promise<string[]> | undefined
  const forget = () => {
    kept = undefined
  }
  notifications.on('events_changed', forget)
  notifications.onGap(forget)
  return () => {
    if (kept) return kept
    const found = findEmbedSites(db).then((sites) => sites.map(({ site }) => site))
    if (notifications.isListening()) kept = found
    found.catch(forget)
    return found
  }
}
