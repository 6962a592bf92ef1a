import * as z from 'zod/mini'
import { longest } from './fields.ts'

export const insecureLink = 'Enter a full link that starts with https://'

/** Returns a schema for an external https link on our pages; '' means none. */
/* @__NO_SIDE_EFFECTS__ */
export function secureLink() {
  return link(isSecureLink)
}

function link(isLink: (text: string) => boolean) {
  return z.string({ error: insecureLink }).check(
    z.maxLength(longest.link, { error: `Please use ${longest.link} characters at most` }),
    z.refine((text) => text === '' || isLink(text), { error: insecureLink }),
  )
}

/** Returns a schema for a typed website: a missing scheme becomes https; '' means none. */
/* @__NO_SIDE_EFFECTS__ */
export function website() {
  const given = link((text) => isSecureLink(withScheme(text)))
  return z.codec(given, z.string(), { decode: withScheme, encode: withScheme })
}

function withScheme(text: string): string {
  const typed = text.trim()
  return /^[\p{L}\d-]+(\.[\p{L}\d-]+)+(:\d+)?([/?#]|$)/u.test(typed) ? `https://${typed}` : typed
}

/** Returns true if a text is a whole https link to a named host. */
export function isSecureLink(text: string): boolean {
  const url = /^https:\/\/[^\s<>"\\@]+$/.test(text) ? URL.parse(text) : null
  return url?.protocol === 'https:' && url.hostname.includes('.')
}

const picturePattern = /^\/api\/files\/[0-9a-f]{64}$/

export function isPictureLink(text: string): boolean {
  return picturePattern.test(text)
}
