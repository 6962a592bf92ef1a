import * as z from 'zod/mini'
import { comparedEmail, emailPattern, pastedEmail } from './email-addresses.ts'
import { singleSpaced } from './names.ts'
import { withoutInvisible } from './visible-text.ts'

/** The longest accepted values, in code points, as PostgreSQL counts. Every field of every call has a limit. */
export const longest = {
  name: 100,
  line: 200,
  membership: 50,
  courseNumber: 50,
  email: 254,
  zip: 20,
  message: 5000,
  /** Including tags. */
  html: 20_000,
  venue: 300,
  link: 500,
  token: 4096,
  code: 128,
} as const

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/
const lineBreaks = /[\t\r\n\u2028\u2029]/

/**
 * Returns true if a database, an email header and a PDF can carry the text: no control characters, no half
 * surrogate pair.
 */
function isPlainLine(value: string): boolean {
  return !controlCharacters.test(value) && !lineBreaks.test(value) && value.isWellFormed()
}

/** Returns a schema for words of another system that are compared with stored ones, whatever they contain. */
/* @__NO_SIDE_EFFECTS__ */
export function comparedText(message: string, max: number) {
  return z.string({ error: message }).check(
    z.maxLength(max, { error: message }),
    // No stored text has these, and the database reads none.
    z.refine((value) => !value.includes('\0') && value.isWellFormed(), { error: message }),
  )
}

/** Returns a schema for one line of text, stored as typed; `message` refuses blanks. */
/* @__NO_SIDE_EFFECTS__ */
export function requiredLine(message: string, max: number = longest.name) {
  return z.string({ error: message }).check(
    z.refine((value) => value.trim() !== '', { error: message }),
    ...lineChecks(max),
  )
}

/** Returns a schema for search words. A pasted email becomes its address. */
/* @__NO_SIDE_EFFECTS__ */
export function searchLine() {
  return optionalLine(longest.line).check(z.overwrite(soughtText))
}

/** Returns a schema for one line of text that may be empty. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalLine(max: number = longest.name) {
  return z.string({ error: 'Has to be text' }).check(...lineChecks(max))
}

/**
 * Returns a schema for a part of a person's name, stored with single spaces and none around it; `message`
 * refuses blanks.
 */
/* @__NO_SIDE_EFFECTS__ */
export function personName(message: string, max: number = longest.name) {
  return requiredLine(message, max).check(z.overwrite(singleSpaced))
}

/** Returns a schema like `personName` for a part that may be empty. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalPersonName(max: number = longest.name) {
  return optionalLine(max).check(z.overwrite(singleSpaced))
}

/** Returns a schema for several lines of text; `message` refuses blanks. */
/* @__NO_SIDE_EFFECTS__ */
export function requiredText(message: string, max: number = longest.message) {
  return z.string({ error: message }).check(
    z.refine((value) => value.trim() !== '', { error: message }),
    ...textChecks(max),
  )
}

/** Returns a schema for several lines of text that may be empty. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalText(max: number = longest.message) {
  return z.string({ error: 'Has to be text' }).check(...textChecks(max))
}

/**
 * Returns a schema for an email address. `read` prepares it for storage: `pastedEmail` for fields that take a
 * paste.
 */
/* @__NO_SIDE_EFFECTS__ */
export function emailAddress(message: string, read = comparedEmail) {
  return z
    .string({ error: message })
    .check(
      z.overwrite(read),
      z.maxLength(longest.email, { error: message }),
      z.regex(emailPattern, { error: message }),
    )
}

/** Returns a schema for a displayed email address, as typed; '' means none. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalEmail(message: string) {
  return z.string({ error: message }).check(
    z.maxLength(longest.email, { error: message }),
    z.overwrite((value) => value.trim()),
    z.refine((value) => value === '' || emailPattern.test(value), { error: message }),
  )
}

const incompleteLink = 'This link is incomplete'

/** The unguessable code of a link. Its length is not checked: a truncated code is simply not found. */
export const linkCode = z
  .string({ error: incompleteLink })
  .check(z.maxLength(longest.code, { error: incompleteLink }), z.regex(/^[\w-]+$/, { error: incompleteLink }))

const notYear = 'A year has four digits'

/** A year in a query string. */
export const yearText = z.codec(
  z.string({ error: notYear }).check(z.regex(/^[1-9]\d{3}$/, { error: notYear })),
  z.int().check(z.minimum(1000), z.maximum(9999)),
  { decode: Number, encode: String },
)

const unreadable = 'Contains characters that cannot be stored'

function tooLong(max: number): string {
  return `Please use ${max} characters at most`
}

function soughtText(text: string): string {
  const email = pastedEmail(text)
  return emailPattern.test(email) ? email : withoutInvisible(text)
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
