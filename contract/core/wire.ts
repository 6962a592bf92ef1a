import * as z from 'zod/mini'

type Fields = Record<string, z.ZodMiniType>
type Wire<F extends Fields, N> = z.ZodMiniObject<{
  [Own in keyof F & string as Own extends keyof N ? N[Own] & string : Own]: F[Own]
}>

/**
 * An object some of whose fields have another name on the wire: parsing gives ours, encoding the wire's. `names` lists ours
 * beside the wire's; what it leaves out is spelled the same.
 */
/* @__NO_SIDE_EFFECTS__ */
export function onWire<const F extends Fields, const N extends { [Own in keyof F]?: string }>(
  names: N,
  fields: F,
) {
  const pairs = Object.keys(fields).map((own) => [own, names[own] ?? own] as const)
  const wire = z.object(Object.fromEntries(pairs.map(([own, there]) => [there, fields[own]])))
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

/** The ids of an event and a slot, as every call spells them that the specification does not spell otherwise. */
export const idNames = { eventId: 'event_id', eventSlotId: 'event_slot_id' } as const

/** An instant: ISO 8601 in UTC on the wire, a `Date` inside. */
/* @__NO_SIDE_EFFECTS__ */
export function instant() {
  return z.codec(z.string(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })
}

/** An instant that the specification calls epoch: milliseconds since 1970 on the wire, a `Date` inside. */
/* @__NO_SIDE_EFFECTS__ */
export function epoch() {
  const error = 'Has to be milliseconds since 1970'
  return z.codec(
    z.int({ error }).check(z.minimum(0, { error }), z.maximum(8_640_000_000_000_000, { error })),
    z.date(),
    { decode: (ms) => new Date(ms), encode: (date) => date.getTime() },
  )
}

/** A boolean that the specification writes 1 or 0; true and false are taken, too. */
/* @__NO_SIDE_EFFECTS__ */
export function flag() {
  return z.codec(
    z.union([z.boolean(), z.literal(0), z.literal(1)], { error: 'Has to be 1 or 0' }),
    z.boolean(),
    { decode: (value) => value === true || value === 1, encode: (value) => (value ? 1 : 0) },
  )
}

/** A whole number from `min` to `max` as it arrives in a query string. */
/* @__NO_SIDE_EFFECTS__ */
export function numberText(error: string, { min, max }: { min: number; max: number }) {
  return z.codec(
    z.string({ error }).check(z.regex(/^\d{1,10}$/, { error })),
    z.int().check(z.minimum(min, { error }), z.maximum(max, { error })),
    { decode: Number, encode: String },
  )
}

/** The id of a row: a positive number that fits PostgreSQL's integer. */
/* @__NO_SIDE_EFFECTS__ */
export function id() {
  return z
    .int({ error: notWhole })
    .check(z.positive({ error: notWhole }), z.maximum(largestId, { error: notWhole }))
}

/** The same in a query string. */
/* @__NO_SIDE_EFFECTS__ */
export function idText() {
  return numberText(notWhole, { min: 1, max: largestId })
}

/** The version of something that the caller has read before changing it; absent: the last one wins. */
export const readVersion = z.optional(
  z
    .int({ error: 'Has to be a whole number' })
    .check(z.minimum(0, { error: 'Has to be a whole number' }), z.maximum(2_147_483_647)),
)

const notWhole = 'Has to be a whole number above 0'
const largestId = 2_147_483_647
