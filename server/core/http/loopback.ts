import type { FastifyRequest } from 'fastify'

const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** Whether a host's name means this very machine, whoever reads it. */
export function isLocalName(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Whether a request comes from this very machine, through no proxy and under no foreign name. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? ''
  const isLoopback = /^(::ffff:)?127\./.test(address) || address === '::1'
  // A page elsewhere can give its own name this machine's address, and its visitor's browser would call us by that name.
  if (!isLoopback || !isLocalName(request.hostname)) return false
  return forwardingHeaders.every((header) => request.headers[header] === undefined)
}
