import * as z from 'zod/mini'

type Fields = Record<string, z.ZodMiniType>
type Wire<F extends Fields, N> = z.ZodMiniObject<{
  [Own in keyof F & string as Own extends keyof N ? N[Own] & string : Own]: F[Own]
}>

/**
 * Returns a codec for an object: parsing gives our names, encoding the wire's. `names` maps ours to the
 * wire's; absent fields share one name.
 */
/* @__NO_SIDE_EFFECTS__ */
export function onWire<const F extends Fields, const N extends { [Own in keyof F]?: string }>(
  names: N,
  fields: F,
) {
  const pairs = Object.keys(fields).map((own) => [own, names[own] ?? own] as const)
  const wire = z.object(Object.fromEntries(pairs.map(([own, there]) => [there, fields[own]])), {
    error: 'Has to be an object',
  })
  return z.codec(wire as unknown as Wire<F, N>, z.custom<z.output<z.ZodMiniObject<F>>>(), {
    decode: (value) => renamed(value, (own, there) => [own, there]) as never,
    encode: (value) => renamed(value, (own, there) => [there, own]) as never,
  })

  function renamed(value: object, direction: (own: string, there: string) => [to: string, from: string]) {
    const copy: Record<string, unknown> = {}
    for (const pair of pairs) {
      const [to, from] = direction(...pair)
      copy[to] = (value as Record<string, unknown>)[from]
    }
    return copy
  }
}

/** Returns a shape's fields on the wire; for a codec, those of its wire side. */
export function wireFields(schema: z.ZodMiniType | undefined): Record<string, z.ZodMiniType> {
  const wire = schema instanceof z.ZodMiniCodec ? schema.def.in : schema
  return (wire as z.ZodMiniObject<Record<string, z.ZodMiniType>> | undefined)?.shape ?? {}
}

/** Returns a schema for a list of at most `most` items. */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<Item extends z.ZodMiniType>(item: Item, most: number) {
  return z
    .array(item, { error: 'Has to be a list' })
    .check(z.maxLength(most, { error: `At most ${most} at a time` }))
}

/** The ids of an event and a slot, for calls that the specification spells no other way. */
export const idNames = { eventId: 'event_id', eventSlotId: 'event_slot_id' } as const

/** Returns a codec for an instant: ISO 8601 in UTC on the wire, a `Date` inside. */
/* @__NO_SIDE_EFFECTS__ */
export function instant() {
  return z.codec(z.string(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })
}

/** Returns a codec for a caller's instant. */
/* @__NO_SIDE_EFFECTS__ */
export function givenInstant() {
  const error = 'Has to be a date and time, like 2027-02-09T13:00:00Z'
  return z.codec(
    z.string({ error }).check(
      z.maxLength(30, { error }),
      // PostgreSQL's instants begin later than JavaScript's.
      z.refine((text) => isYear(new Date(text).getUTCFullYear()), { error }),
    ),
    z.date(),
    { decode: (text) => new Date(text), encode: (date) => date.toISOString() },
  )
}

function isYear(year: number) {
  return year >= 1 && year <= 9999
}

/** Returns a codec for the specification's epoch: milliseconds since 1970 on the wire, a `Date` inside. */
/* @__NO_SIDE_EFFECTS__ */
export function epoch() {
  const error = 'Has to be milliseconds since 1970'
  return z.codec(
    z.int({ error }).check(z.minimum(0, { error }), z.maximum(8_640_000_000_000_000, { error })),
    z.date(),
    { decode: (ms) => new Date(ms), encode: (date) => date.getTime() },
  )
}

/** Returns a codec for the specification's 1 or 0; also accepts true and false. */
/* @__NO_SIDE_EFFECTS__ */
export function flag() {
  return z.codec(
    z.union([z.boolean(), z.literal(0), z.literal(1)], { error: 'Has to be 1 or 0' }),
    z.boolean(),
    { decode: (value) => value === true || value === 1, encode: (value) => (value ? 1 : 0) },
  )
}

/** Returns a codec for an integer from `min` to `max` in a query string. */
/* @__NO_SIDE_EFFECTS__ */
export function numberText(error: string, { min, max }: { min: number; max: number }) {
  return z.codec(
    z.string({ error }).check(z.regex(/^\d{1,10}$/, { error })),
    z.int().check(z.minimum(min, { error }), z.maximum(max, { error })),
    { decode: Number, encode: String },
  )
}

/** Returns a schema for a row's id: a positive PostgreSQL integer. */
/* @__NO_SIDE_EFFECTS__ */
export function id() {
  return z
    .int({ error: notWhole })
    .check(z.positive({ error: notWhole }), z.maximum(largestId, { error: notWhole }))
}

/** Returns a codec for a row's id in a query string. */
/* @__NO_SIDE_EFFECTS__ */
export function idText() {
  return numberText(notWhole, { min: 1, max: largestId })
}

/** The version that the caller has read. If absent, the last write wins. */
export const readVersion = z.optional(
  z
    .int({ error: 'Has to be a whole number' })
    .check(z.minimum(0, { error: 'Has to be a whole number' }), z.maximum(2_147_483_647)),
)

const notState = 'Has to be a state as it was read'

/** The state that the caller has read, a hash. If absent, the last write wins. */
export const readState = z.optional(
  z.string({ error: notState }).check(z.regex(/^[0-9a-f]{64}$/, { error: notState })),
)

const notWhole = 'Has to be a whole number above 0'
const largestId = 2_147_483_647
