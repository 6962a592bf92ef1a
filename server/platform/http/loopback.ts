import type { FastifyRequest } from 'fastify'

const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** Whether a request comes from this very machine and through no proxy, by the socket and not by what it says. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? ''
  const isLoopback = /^(::ffff:)?127\./.test(address) || address === '::1'
  return isLoopback && forwardingHeaders.every((header) => request.headers[header] === undefined)
}
