import * as z from 'zod/mini'

/** Longest accepted values, in code points, as PostgreSQL counts; every field of every call has one. */
export const longest = {
  name: 100,
  line: 200,
  membership: 50,
  email: 254,
  message: 5000,
  token: 4096,
  code: 128,
} as const

const controlCharacters = /[\p{Cc}--[\t\r\n]]/v
const lineBreaks = /[\t\r\n\u2028\u2029]/

/** Text that a database, a mail header and a PDF can all carry: no control characters, no half of a surrogate pair. */
export function isPlainLine(value: string): boolean {
  return !controlCharacters.test(value) && !lineBreaks.test(value) && value.isWellFormed()
}

/** One line of text, stored exactly as typed; blank is refused with `message`. */
/* @__NO_SIDE_EFFECTS__ */
export function requiredLine(message: string, max: number = longest.name) {
  return z.string({ error: message }).check(
    z.refine((value) => value.trim() !== '', { error: message }),
    ...lineChecks(max),
  )
}

/** One line of text that may be empty. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalLine(max: number = longest.name) {
  return z.string({ error: 'Has to be text' }).check(...lineChecks(max))
}

/** Several lines of text; blank is refused with `message`. */
/* @__NO_SIDE_EFFECTS__ */
export function requiredText(message: string, max: number = longest.message) {
  return z.string({ error: message }).check(
    z.refine((value) => value.trim() !== '', { error: message }),
    z.maxLength(max, { error: tooLong(max) }),
    z.refine((value) => !controlCharacters.test(value) && value.isWellFormed(), { error: unreadable }),
  )
}

/** An e-mail address, trimmed and in lower case: the form it is compared and stored in. */
/* @__NO_SIDE_EFFECTS__ */
export function emailAddress(message: string) {
  return z.string({ error: message }).check(
    z.overwrite((value) => value.trim().toLowerCase()),
    z.maxLength(longest.email, { error: message }),
    z.regex(emailPattern, { error: message }),
  )
}

/** The standard address pattern of HTML's e-mail input, with at least one dot in the domain. */
export const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/** A whole positive number that fits PostgreSQL's integer. */
/* @__NO_SIDE_EFFECTS__ */
export function id() {
  return z
    .int({ error: notWhole })
    .check(z.positive({ error: notWhole }), z.maximum(2_147_483_647, { error: notWhole }))
}

/** The same, as it arrives in a query string. */
/* @__NO_SIDE_EFFECTS__ */
export function idText() {
  return z.pipe(
    z.pipe(
      z.string({ error: notWhole }).check(z.regex(/^\d{1,10}$/, { error: notWhole })),
      z.transform(Number),
    ),
    id(),
  )
}

/** 1 or 0, as the wire writes some booleans; true and false are taken, too. */
/* @__NO_SIDE_EFFECTS__ */
export function flag() {
  return z.pipe(
    z.union([z.boolean(), z.literal(0), z.literal(1)], { error: 'Has to be 1 or 0' }),
    z.transform((value) => value === true || value === 1),
  )
}

/** Milliseconds since 1970, within what a Date can hold. */
/* @__NO_SIDE_EFFECTS__ */
export function epochMilliseconds() {
  const error = 'Has to be milliseconds since 1970'
  return z.int({ error }).check(z.minimum(0, { error }), z.maximum(8_640_000_000_000_000, { error }))
}

/** `DD/MM/YYYY`. */
export const wireDate = z.string().check(z.regex(/^\d{2}\/\d{2}\/\d{4}$/))
/** `HH:MM`, 24 hours. */
export const wireTime = z.string().check(z.regex(/^\d{2}:\d{2}$/))

const notWhole = 'Has to be a whole number above 0'
const unreadable = 'Contains characters that cannot be stored'

function tooLong(max: number): string {
  return `Please use ${max} characters at most`
}

function lineChecks(max: number) {
  return [
    z.maxLength(max, { error: tooLong(max) }),
    z.refine<string>(isPlainLine, { error: unreadable }),
  ] as const
}
