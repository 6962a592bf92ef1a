import type { FastifyRequest } from 'fastify'

const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

// A page elsewhere can give its own name this machine's address, and its visitor's browser would call us by that name.
const localName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a request comes from this very machine, through no proxy and under no foreign name. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? ''
  const isLoopback = /^(::ffff:)?127\./.test(address) || address === '::1'
  if (!isLoopback || !localName.test(request.hostname)) return false
  return forwardingHeaders.every((header) => request.headers[header] === undefined)
}
