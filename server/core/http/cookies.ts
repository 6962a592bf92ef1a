import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie that only calls of the portal's own pages carry, and no script reads. */
export interface Cookie {
  name: string
  days: number
}

/** What a request brings under the name of a cookie, undefined where it is none of ours. */
export function cookieOf(request: FastifyRequest, { name }: Cookie): string | undefined {
  const value = parseCookie(request.headers.cookie ?? '')[name]
  return value !== undefined && /^[\w-]{20,200}$/.test(value) ? value : undefined
}

/** Gives the browser a cookie; over https it never travels in the clear. */
export function giveCookie(
  reply: FastifyReply,
  { name, days }: Cookie,
  { value, isSecure }: { value: string; isSecure: boolean },
): void {
  const rules = { path: '/api', maxAge: days * 86_400, httpOnly: true, sameSite: 'strict' } as const
  reply.header('set-cookie', stringifySetCookie({ name, value, secure: isSecure, ...rules }))
}
