import * as z from 'zod/mini'

// A list's search parameters. Invalid ones are dropped, so that an old or mistyped address still opens.

/** Returns a schema that reads an invalid parameter as absent. */
export function dropped<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined)
}

/** A text. The router reads a text of digits as a number. */
export function droppedText(longest: number) {
  const text = z.string().check(z.minLength(1), z.maxLength(longest))
  return dropped(
    z.pipe(
      z.transform((value) => (typeof value === 'number' ? String(value) : value)),
      text,
    ),
  )
}

/** Reads the search parameters, without the absent ones. */
export function readListSearch<T extends z.ZodMiniType<object>>(
  schema: T,
  params: Record<string, unknown>,
): z.output<T> {
  const found = Object.entries(z.parse(schema, params)).filter(([, value]) => value !== undefined)
  return Object.fromEntries(found) as z.output<T>
}
