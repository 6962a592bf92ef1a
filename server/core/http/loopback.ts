import type { FastifyRequest } from 'fastify'

/** The headers by which a proxy says that it forwards a call. */
const forwarding = /^(x-forwarded-.*|x-real-ip|forwarded|via)$/

/** Returns true if a host name means the local machine for every reader. */
export function isLocalName(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Returns true if a request comes from this machine, without a proxy or a foreign host name. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? ''
  const isLoopback = /^(::ffff:)?127\./.test(address) || address === '::1'
  // A foreign page can point its own name to this machine's address; its visitors' browsers then use that
  // name.
  if (!isLoopback || !isLocalName(request.hostname)) return false
  // A proxy that says nothing else passes on where the page is from.
  const { origin = 'http://localhost' } = request.headers
  if (!isLocalName(URL.parse(origin)?.hostname ?? '')) return false
  return !Object.keys(request.headers).some((header) => forwarding.test(header))
}
