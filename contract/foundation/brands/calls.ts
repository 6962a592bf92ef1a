import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { optionalLine } from '#contract/core/fields.ts'
import { instant, readVersion } from '#contract/core/wire.ts'
import { bandColorProblem, mainColorProblem } from './rules.ts'

const notColor = 'A color is # and six signs, such as #1f5796'
const notUploaded = 'Please choose the picture again'

function color(problemOf: (color: string) => string | undefined) {
  return z.string({ error: notColor }).check(
    z.maxLength(20, { error: notColor }),
    z.overwrite((typed) => typed.trim().toLowerCase()),
    z.regex(/^(#[0-9a-f]{6})?$/, { error: notColor, abort: true }),
    z.refine((typed) => typed === '' || problemOf(typed) === undefined, {
      error: ({ input }) => problemOf(String(input)) ?? notColor,
    }),
  )
}

const brandFields = {
  /** '': the name that came with the portal. */
  portalName: optionalLine(60),
  /** The uploaded logo's address; '': the mark that came with the portal. */
  logo: z
    .string({ error: notUploaded })
    .check(z.regex(/^(\/api\/files\/[0-9a-f]{64})?$/, { error: notUploaded })),
  /** The color of links and buttons, as #rrggbb; '': the one that came with the portal. */
  mainColor: color(mainColorProblem),
  /** The color of headers, below white words. */
  bandColor: color(bandColorProblem),
}

/** The looks of the portal. */
export const Brand = z.object(brandFields)
export type Brand = z.output<typeof Brand>

export const SavedBrand = z.object({
  portalName: z.string(),
  logo: z.string(),
  mainColor: z.string(),
  bandColor: z.string(),
  version: z.int(),
  /** null: nobody has saved one. */
  savedAt: z.nullable(instant()),
  /** Name or email; '' for nobody or a deleted account. */
  savedBy: z.string(),
})
export type SavedBrand = z.output<typeof SavedBrand>

export const getBrand = endpoint({
  route: 'GET /private/brand',
  access: 'settings:read',
  summary: 'The name, the logo and the colors of the portal; empty where it has those that it came with.',
  data: SavedBrand,
})

export const saveBrand = endpoint({
  route: 'POST /private/brand',
  access: 'settings:write',
  summary: 'Changes the name, the logo and the colors of pages, emails, tickets and frames.',
  body: z.object({ ...brandFields, version: readVersion }),
  data: SavedBrand,
  refusals: ['CHANGED_MEANWHILE'],
})
