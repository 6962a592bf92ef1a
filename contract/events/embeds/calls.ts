import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { requiredLine } from '#contract/core/fields.ts'
import { instant } from '#contract/core/wire.ts'
import { siteOf } from './rules.ts'

const notSite = 'Enter an address that starts with https://, such as https://www.example.com'

/** A website that may show the events in a frame. */
export const EmbedSite = z.object({
  /** Its origin. */
  site: z.string(),
  addedAt: instant(),
  /** Name or email; '' for a deleted account. */
  addedBy: z.string(),
})
export type EmbedSite = z.output<typeof EmbedSite>

export const NewEmbedSite = z.object({
  /** An address on the website; its origin counts. */
  site: requiredLine(notSite, 300).check(
    z.refine((typed) => siteOf(typed) !== undefined, { error: notSite }),
    z.overwrite((typed) => siteOf(typed) ?? typed),
  ),
})

export const getEmbedSites = endpoint({
  route: 'GET /private/embed-sites',
  access: 'settings:read',
  summary: 'Returns the websites that may show the events in a frame.',
  data: z.object({
    sites: z.array(EmbedSite),
    /** The portal's address, for the code to paste. */
    publicUrl: z.string(),
  }),
})

export const addEmbedSite = endpoint({
  route: 'POST /private/embed-sites',
  access: 'settings:write',
  summary: 'Lets a website show the events in a frame. Adding one that is listed changes nothing.',
  body: NewEmbedSite,
  data: z.object({}),
  refusals: ['TOO_MANY_SITES'],
})

export const removeEmbedSite = endpoint({
  route: 'POST /private/embed-sites/remove',
  access: 'settings:write',
  summary: 'Takes a website from the list. Its frames are refused from the next view.',
  body: NewEmbedSite,
  data: z.object({}),
})
