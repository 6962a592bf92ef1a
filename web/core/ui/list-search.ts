import * as z from 'zod/mini'

// What the address of a list says. What makes no sense is dropped, so that an old or mistyped address still opens.

/** A parameter that is absent where it makes no sense. */
export function dropped<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined)
}

/** A text of the address; one of digits only arrives as a number. */
export function droppedText(longest: number) {
  const text = z.string().check(z.minLength(1), z.maxLength(longest))
  return dropped(
    z.pipe(
      z.transform((value) => (typeof value === 'number' ? String(value) : value)),
      text,
    ),
  )
}

/** Reads an address' search parameters, those alone that are there. */
export function readListSearch<T extends z.ZodMiniType<object>>(
  schema: T,
  params: Record<string, unknown>,
): z.output<T> {
  const found = Object.entries(z.parse(schema, params)).filter(([, value]) => value !== undefined)
  return Object.fromEntries(found) as z.output<T>
}
