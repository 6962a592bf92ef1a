import * as z from 'zod/mini'
import { longest, requiredLine } from './fields.ts'

/** The most bytes of a sheet. */
export const mostSheetBytes = 10 * 1024 * 1024

/** The limit of a body with a sheet in Base64. */
export const sheetBodyLimit = 16 * 1024 * 1024

/** A PDF or a picture that somebody sends as evidence, such as a signed sheet. */
export const Sheet = z.object(
  {
    name: requiredLine('The file needs a name', longest.line),
    /** Base64. */
    content: z
      .string({ error: 'Has to be Base64' })
      .check(z.maxLength(Math.ceil(mostSheetBytes / 3) * 4 + 4, { error: 'The file is too large' })),
  },
  { error: 'Has to have a name and its content' },
)
export type Sheet = z.output<typeof Sheet>
