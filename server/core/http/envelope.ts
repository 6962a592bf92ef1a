import * as z from 'zod/mini'

/** Returns the shape of a successful answer; api.md, "Envelope". */
export function envelope(data: z.ZodMiniType) {
  return z.object({ error: z.literal(false), data, message: z.optional(z.string()) })
}
