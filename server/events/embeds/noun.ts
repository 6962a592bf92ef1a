import * as embeds from '#contract/events/embeds/calls.ts'
import { serve } from '#server/core/http/serve.ts'
import { noun } from '#server/noun.ts'
import { serveWrite } from '#server/work.ts'
import { serveEmbeds } from './embed-frames.ts'
import { addEmbedSite, removeEmbedSite } from './embeds.ts'
import { findEmbedSites } from './queries.ts'

export default noun({
  calls: [embeds],
  serve(gate, services) {
    const { db, config } = services
    serve(gate, embeds.getEmbedSites, async () => ({
      sites: await findEmbedSites(db),
      publicUrl: config.publicUrl,
    }))
    serveWrite(gate, services, embeds.addEmbedSite, addEmbedSite)
    serveWrite(gate, services, embeds.removeEmbedSite, removeEmbedSite)
    serveEmbeds(gate.app, services)
    return undefined
  },
})
