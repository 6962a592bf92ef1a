import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie that only calls of the portal's own pages carry, and no script reads. */
export interface Cookie {
  name: string
  days: number
}

/** What a request brings under the name of a cookie, undefined where it is none of ours. */
export function cookieOf(request: FastifyRequest, { name }: Cookie): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const value = pairs.find(([each]) => each === name)?.[1]
  return value !== undefined && /^[\w-]{20,200}$/.test(value) ? value : undefined
}

/** Gives the browser a cookie; over https it never travels in the clear. */
export function giveCookie(
  reply: FastifyReply,
  { name, days }: Cookie,
  { value, isSecure }: { value: string; isSecure: boolean },
): void {
  const parts = [`${name}=${value}`, 'Path=/api', `Max-Age=${days * 86_400}`, 'HttpOnly', 'SameSite=Strict']
  reply.header('set-cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '))
}
