import * as z from 'zod/mini'

/** How an answer that succeeds travels; api.md, "Envelope". */
export function envelope(data: z.ZodMiniType) {
  return z.object({ error: z.literal(false), data, message: z.optional(z.string()) })
}
