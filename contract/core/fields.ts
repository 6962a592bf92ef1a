import * as z from 'zod/mini'
import { comparedEmail, emailPattern } from './email-addresses.ts'

/** Longest accepted values, in code points, as PostgreSQL counts; every field of every call has one. */
export const longest = {
  name: 100,
  line: 200,
  membership: 50,
  courseNumber: 50,
  email: 254,
  /** Without its dial code. */
  phone: 20,
  zip: 20,
  message: 5000,
  /** With its tags. */
  html: 20_000,
  venue: 300,
  link: 500,
  token: 4096,
  code: 128,
} as const

const controlCharacters = /[\p{Cc}--[\t\r\n]]/v
const lineBreaks = /[\t\r\n\u2028\u2029]/

/** Text that a database, a mail header and a PDF can all carry: no control characters, no half of a surrogate pair. */
function isPlainLine(value: string): boolean {
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
    ...textChecks(max),
  )
}

/** Several lines of text that may be empty. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalText(max: number = longest.message) {
  return z.string({ error: 'Has to be text' }).check(...textChecks(max))
}

/** An email address, trimmed and in lower case: the form it is compared and stored in. */
/* @__NO_SIDE_EFFECTS__ */
export function emailAddress(message: string) {
  return z
    .string({ error: message })
    .check(
      z.overwrite(comparedEmail),
      z.maxLength(longest.email, { error: message }),
      z.regex(emailPattern, { error: message }),
    )
}

/** An email address that is shown, as typed; '' stands for none. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalEmail(message: string) {
  return z.string({ error: message }).check(
    z.maxLength(longest.email, { error: message }),
    z.overwrite((value) => value.trim()),
    z.refine((value) => value === '' || emailPattern.test(value), { error: message }),
  )
}

const incompleteLink = 'This link is incomplete'

/** The unguessable code of a link. One cut short is simply not found, so its length is not judged here. */
export const linkCode = z
  .string({ error: incompleteLink })
  .check(z.maxLength(longest.code, { error: incompleteLink }), z.regex(/^[\w-]+$/, { error: incompleteLink }))

const notYear = 'A year has four digits'

/** A year as it arrives in a query string. */
export const yearText = z.codec(
  z.string({ error: notYear }).check(z.regex(/^[1-9]\d{3}$/, { error: notYear })),
  z.int().check(z.minimum(1000), z.maximum(9999)),
  { decode: Number, encode: String },
)

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

function textChecks(max: number) {
  return [
    z.maxLength(max, { error: tooLong(max) }),
    z.refine<string>((value) => !controlCharacters.test(value) && value.isWellFormed(), {
      error: unreadable,
    }),
  ] as const
}
