import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie for calls of the portal's pages, hidden from scripts. */
export interface Cookie {
  name: string
  days: number
}

/** Returns the value of a request's cookie; undefined if it is not ours. */
export function cookieOf(request: FastifyRequest, { name }: Cookie): string | undefined {
  const value = parseCookie(request.headers.cookie ?? '')[name]
  return value !== undefined && /^[\w-]{20,200}$/.test(value) ? value : undefined
}

/** Sets a cookie; over https it is never sent in clear text. */
export function giveCookie(
  reply: FastifyReply,
  { name, days }: Cookie,
  { value, isSecure }: { value: string; isSecure: boolean },
) {
  const rules = { path: '/api', maxAge: days * 86_400, httpOnly: true, sameSite: 'strict' } as const
  reply.header('set-cookie', stringifySetCookie({ name, value, secure: isSecure, ...rules }))
}
